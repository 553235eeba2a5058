import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useRefresh, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf } from '../../../api/client.js';
import { iriOf, targetOf } from '../../../api/records.js';
import { useSession } from '../../../session/session.js';
import type { PanelProps } from '../../../form/panel.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { useAction } from '../../../ui/use-action.js';
import { hasFeature, isSuperAdministrator } from '../../../session/rights.js';
import { RoleChoice } from './role-choice.js';

/** Panel for the roles, the access and the second factors of an account. */
export default function UserPanel({ type, record }: PanelProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const { run, isBusy } = useAction();
  const refresh = useRefresh();
  const username = String(record['username']);
  const iri = iriOf(type, record.id);
  const sendLink = (): Promise<unknown> =>
    run(
      () => client.request('POST', '/password/reset', { body: { username } }),
      'administration.users.mailed',
    );
  const reset = (): Promise<unknown> =>
    run(() => client.request('DELETE', `${iri}/second_factors`), 'administration.users.factors_gone');
  const change = async (patch: object): Promise<void> => {
    await run(() => client.update(resourceOf(type), targetOf(type, record), patch), 'administration.saved');
    refresh();
  };
  const isSent = (name: string): boolean =>
    type.may.update && type.members.some((member) => member.name === name && !member.readOnly);
  return (
    <Stack sx={{ gap: 2 }}>
      {isSent('roles') && (
        <Roles
          key={JSON.stringify(record['roles'])}
          stored={(record['roles'] ?? []) as readonly string[]}
          isBusy={isBusy}
          save={(roles) => void change({ roles })}
        />
      )}
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {isSent('enabled') && (
          <ConfirmButton
            variant="outlined"
            label={translate(
              record['enabled'] === true ? 'administration.users.disable' : 'administration.users.enable',
            )}
            question={translate(
              record['enabled'] === true
                ? 'administration.users.disable_question'
                : 'administration.users.enable_question',
              { name: username },
            )}
            disabled={isBusy}
            confirmed={() => void change({ enabled: record['enabled'] !== true })}
          />
        )}
        <ConfirmButton
          variant="outlined"
          label={translate('administration.users.mail')}
          question={translate('administration.users.mail_question', { name: username })}
          disabled={isBusy}
          confirmed={() => void sendLink()}
        />
        {hasFeature(model, 'second-factors') && isSuperAdministrator(model) && (
          <ConfirmButton
            variant="outlined"
            color="error"
            label={translate('administration.users.reset_factors')}
            question={translate('administration.users.reset_question', { name: username })}
            disabled={isBusy}
            confirmed={() => void reset()}
          />
        )}
      </Stack>
    </Stack>
  );
}

interface RolesProps {
  readonly stored: readonly string[];
  readonly isBusy: boolean;
  readonly save: (roles: readonly string[]) => void;
}

function Roles({ stored, isBusy, save }: RolesProps): ReactElement {
  const translate = useTranslate();
  const [chosen, setChosen] = useState(stored);
  const isChanged = chosen.length !== stored.length || stored.some((role) => !chosen.includes(role));
  return (
    <RoleChoice chosen={chosen} change={setChosen} offered={stored}>
      <Button variant="outlined" disabled={!isChanged || isBusy} onClick={() => save(chosen)}>
        {translate('administration.users.save_roles')}
      </Button>
    </RoleChoice>
  );
}
