import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { ApiError } from '../../../../../templates/client/errors.js';
import { client } from '../../../api/client.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';

/** Dialog that sends a password reset link. The response does not reveal whether the account exists. */
export function ForgottenPassword({ close }: { readonly close: () => void }): ReactElement {
  const translate = useTranslate();
  const [username, setUsername] = useState('');
  const [isAsked, setAsked] = useState(false);
  const run = async (): Promise<void> => {
    await client
      .request('POST', '/password/reset', { body: { username: username.trim() } })
      .catch((error: unknown) => {
        // The account does not exist, or a mail was sent recently.
        if (!(error instanceof ApiError) || ![404, 429].includes(error.status)) throw error;
      });
    setAsked(true);
  };
  return (
    <ActionDialog
      title={translate('people.forgotten')}
      action={translate(isAsked ? 'ra.action.close' : 'people.mail_link')}
      isDisabled={username.trim() === ''}
      run={isAsked ? () => Promise.resolve() : run}
      close={close}
      staysOpen={!isAsked}
    >
      {isAsked ? (
        <Alert severity="success">{translate('people.link_mailed')}</Alert>
      ) : (
        <>
          <Typography>{translate('people.forgotten_help')}</Typography>
          <LabelledTextField
            label="admin.username"
            autoComplete="username"
            autoFocus
            value={username}
            change={setUsername}
          />
        </>
      )}
    </ActionDialog>
  );
}
