import Button from '@mui/material/Button';
import KeyIcon from '@mui/icons-material/Key';
import Stack from '@mui/material/Stack';
import { useTranslate } from 'ra-core';
import { useEffect, useState, type ReactElement } from 'react';
import { secondFactorsOf, type Asked } from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { useErrorMessage } from '../../../ui/use-error-message.js';
import { ForgottenPassword } from './forgotten-password.js';

export interface OtherSignInMethodsProps {
  /** What is asked for behind the password; undefined before it. */
  readonly asked: Asked | undefined;
  readonly entered: () => void;
  /** Given what stands against it in words, and nothing when it is tried again. */
  readonly failed: (message: string | undefined) => void;
}

const factors = secondFactorsOf(client);

/** Ways in beside a password or a code: a passkey, and a new password by mail. */
export default function OtherSignInMethods({
  asked,
  entered,
  failed,
}: OtherSignInMethodsProps): ReactElement {
  const translate = useTranslate();
  const reasonOf = useErrorMessage();
  const [isBusy, setBusy] = useState(false);
  const [isForgotten, setForgotten] = useState(false);
  const hasPasskeys = useOffered() && (asked === undefined || asked.methods.includes('passkey'));
  const enter = (): void => {
    failed(undefined);
    setBusy(true);
    factors
      .enterByPasskey(asked?.ticket)
      .then(entered, (error: unknown) => {
        // Browsers say it in words of programmers that somebody went away, or has none.
        const isLeft = error instanceof DOMException && error.name === 'NotAllowedError';
        failed(isLeft ? translate('people.no_passkey') : reasonOf(error));
      })
      .finally(() => setBusy(false));
  };
  return (
    <Stack sx={{ mt: 1, gap: 1 }}>
      {hasPasskeys && (
        <Button variant="outlined" fullWidth startIcon={<KeyIcon />} loading={isBusy} onClick={enter}>
          {translate('people.by_passkey')}
        </Button>
      )}
      {asked === undefined && (
        <Button size="small" onClick={() => setForgotten(true)} sx={{ alignSelf: 'center' }}>
          {translate('people.forgotten')}
        </Button>
      )}
      {isForgotten && <ForgottenPassword close={() => setForgotten(false)} />}
    </Stack>
  );
}

/** Whether both the browser and the service know passkeys. */
function useOffered(): boolean {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    if (!('PublicKeyCredential' in window)) return;
    factors.offersPasskeys().then(setOffered, () => setOffered(false));
  }, []);
  return isOffered;
}
