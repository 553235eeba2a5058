import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import type { AccessTokenInput, MadeAccessToken } from '../../../../../templates/client/access-tokens.js';
import type { AdminType } from '../../../api/model.js';
import { nameOf } from '../../../api/display-names.js';
import { useSession } from '../../../session/session.js';
import { ActionDialog } from '../../../ui/action-dialog.js';
import { LabelledTextField } from '../../../ui/labelled-text-field.js';
import { ChoiceGrid, type Row } from './choice-grid.js';

const OPERATIONS = ['read', 'create', 'update', 'delete', 'publish'];
const EVERY_TYPE = '*';

export interface TokenFormProps {
  readonly closed: () => void;
  readonly send: (input: AccessTokenInput) => Promise<MadeAccessToken>;
  readonly made: (token: MadeAccessToken) => void;
}

/** Form of a new access token. The scopes follow from the types of the model. */
export function TokenForm({ closed, send, made }: TokenFormProps): ReactElement {
  const translate = useTranslate();
  const { model } = useSession();
  const [name, setName] = useState('');
  const [end, setEnd] = useState('');
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set());
  const rows: readonly Row[] = [
    {
      label: translate('administration.tokens.whole'),
      choices: [{ id: '*', label: translate('administration.tokens.whole') }],
    },
    {
      label: translate('administration.tokens.drafts'),
      choices: [{ id: 'drafts', label: translate('administration.tokens.drafts') }],
    },
    {
      label: translate('administration.tokens.accounts'),
      choices: [{ id: 'accounts', label: translate('administration.tokens.accounts') }],
    },
    rowOf(EVERY_TYPE, translate('administration.tokens.every_type'), OPERATIONS),
    ...model.types.map((type) => rowOf(type.name, nameOf(type.name), operationsOf(type))),
  ];
  return (
    <ActionDialog
      title={translate('administration.tokens.make')}
      action={translate('administration.tokens.make')}
      isDisabled={name.trim() === '' || scopes.size === 0}
      fields={['name', 'expiresAt', 'scopes']}
      close={closed}
      run={async () =>
        made(
          await send({
            name: name.trim(),
            scopes: [...scopes],
            ...(end === '' ? {} : { expiresAt: new Date(end) }),
          }),
        )
      }
    >
      {(wrong) => (
        <>
          <LabelledTextField
            label="administration.tokens.name"
            value={name}
            change={setName}
            wrong={wrong['name']}
            required
            autoFocus
            autoComplete="off"
          />
          <LabelledTextField
            type="datetime-local"
            label="administration.tokens.end"
            value={end}
            change={setEnd}
            wrong={wrong['expiresAt']}
            help="administration.tokens.end_help"
          />
          <ChoiceGrid
            title={translate('administration.tokens.scopes')}
            rows={rows}
            chosen={scopes}
            change={setScopes}
            wrong={wrong['scopes']}
          />
        </>
      )}
    </ActionDialog>
  );
}

const rowOf = (type: string, label: string, operations: readonly string[]): Row => ({
  label,
  choices: operations.map((operation) => ({ id: `${operation}:${type}`, label: operation })),
});

const operationsOf = ({ publishable }: AdminType): readonly string[] =>
  publishable !== null ? OPERATIONS : OPERATIONS.filter((operation) => operation !== 'publish');
