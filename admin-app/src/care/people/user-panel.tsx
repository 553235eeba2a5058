import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useRefresh, useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, resourceOf } from '../../api/client.js';
import { iriOf, targetOf } from '../../api/records.js';
import { useSession } from '../../app/session.js';
import type { PanelProps } from '../../edit/panel.js';
import { AskFirst } from '../parts/ask-first.js';
import { useAction } from '../parts/use-action.js';
import { hasFeature, isSuperAdministrator } from '../rights.js';

/** The service knows these; a project has more, which are typed. */
const ROLES = ['ROLE_USER', 'ROLE_ADMIN', 'ROLE_SUPER_ADMIN'];

/** What is done about an account beside its members. */
export default function UserPanel({ type, record }: PanelProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const { run, isBusy } = useAction();
  const refresh = useRefresh();
  const username = String(record['username']);
  const iri = iriOf(type, record.id);
  const sendLink = (): Promise<unknown> =>
    run(() => client.request('POST', '/password/reset', { body: { username } }), 'care.users.mailed');
  const reset = (): Promise<unknown> =>
    run(() => client.request('DELETE', `${iri}/second_factors`), 'care.users.factors_gone');
  const change = async (patch: object): Promise<void> => {
    await run(() => client.update(resourceOf(type), targetOf(type, record), patch), 'care.saved');
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
          <AskFirst
            variant="outlined"
            label={translate(record['enabled'] === true ? 'care.users.disable' : 'care.users.enable')}
            question={translate(
              record['enabled'] === true ? 'care.users.disable_question' : 'care.users.enable_question',
              { name: username },
            )}
            disabled={isBusy}
            confirmed={() => void change({ enabled: record['enabled'] !== true })}
          />
        )}
        <AskFirst
          variant="outlined"
          label={translate('care.users.mail')}
          question={translate('care.users.mail_question', { name: username })}
          disabled={isBusy}
          confirmed={() => void sendLink()}
        />
        {hasFeature(model, 'second-factors') && isSuperAdministrator(model) && (
          <AskFirst
            variant="outlined"
            color="error"
            label={translate('care.users.reset_factors')}
            question={translate('care.users.reset_question', { name: username })}
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(stored));
  const [added, setAdded] = useState('');
  const toggle = (role: string): void => {
    const next = new Set(chosen);
    if (!next.delete(role)) next.add(role);
    setChosen(next);
  };
  const add = (): void => {
    setChosen(new Set([...chosen, added.trim()]));
    setAdded('');
  };
  const shown = [...new Set([...ROLES, ...stored, ...chosen])];
  const isChanged = chosen.size !== stored.length || stored.some((role) => !chosen.has(role));
  return (
    <FormGroup role="group" aria-labelledby="roles-title">
      <Typography component="h3" variant="subtitle1" id="roles-title">
        {translate('care.users.roles')}
      </Typography>
      {shown.map((role) => (
        <FormControlLabel
          key={role}
          label={<RoleName role={role} />}
          control={<Checkbox size="small" checked={chosen.has(role)} onChange={() => toggle(role)} />}
        />
      ))}
      <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap' }}>
        <TextField
          label={translate('care.users.other_role')}
          placeholder="ROLE_EDITOR"
          value={added}
          onChange={(event) => setAdded(event.target.value)}
        />
        <Button disabled={added.trim() === ''} onClick={add}>
          {translate('admin.add')}
        </Button>
        <Button variant="outlined" disabled={!isChanged || isBusy} onClick={() => save([...chosen])}>
          {translate('care.users.save_roles')}
        </Button>
      </Stack>
    </FormGroup>
  );
}

function RoleName({ role }: { readonly role: string }): ReactElement {
  const translate = useTranslate();
  return <>{ROLES.includes(role) ? `${translate(`care.users.${role}`)} (${role})` : role}</>;
}
