import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import {
  secondFactorsOf,
  type Codes,
  type OwnFactors,
  type TotpSecret,
} from '../../../../../templates/client/second-factors.js';
import { client } from '../../../api/client.js';
import { momentOf } from '../../../ui/format-value.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { Section } from '../../../ui/screen-layout.js';
import { SecretDialog } from '../../../ui/secret-dialog.js';
import { AuthenticatorAppDialog } from './authenticator-app-dialog.js';
import { useConfirmedIdentity } from './use-confirmed-identity.js';

const factors = secondFactorsOf(client);

/** Second factors of the user. The service may require a confirmation of the identity first. */
export function SecondFactors(): ReactElement {
  const translate = useTranslate();
  const found = useQuery({ queryKey: ['second-factors'], queryFn: () => factors.list(), gcTime: 0 });
  const [app, setApp] = useState<TotpSecret>();
  const [codes, setCodes] = useState<string>();
  const { run, isBusy, confirmation } = useConfirmedIdentity();

  /**
   * Runs a change and reads the factors again.
   * @param done message key
   */
  const change = (work: () => Promise<unknown>, done?: string): void => {
    void run(work, done).then(() => found.refetch());
  };
  const keep = ({ recoveryCodes }: Codes): void => setCodes(recoveryCodes?.join('\n'));
  const remove = (of: string, work: () => Promise<void>): ReactElement => (
    <ConfirmButton
      color="error"
      label={translate('administration.factors.remove')}
      of={of}
      question={translate('administration.factors.remove_question', { name: of })}
      disabled={isBusy}
      confirmed={() => change(work, 'administration.deleted')}
    />
  );
  const entriesOf = ({ totp, passkeys }: OwnFactors): readonly Entry[] => [
    ...(totp === null
      ? []
      : [
          {
            key: 'totp',
            title: translate('administration.factors.app'),
            lines: [usedAt(totp)],
            actions: remove(translate('administration.factors.app'), factors.removeApp),
          },
        ]),
    ...passkeys.map((one) => ({
      key: one.id,
      title: one.name,
      lines: [translate('administration.factors.passkey'), usedAt(one)],
      actions: remove(one.name, () => factors.removePasskey(one.id)),
    })),
  ];
  const usedAt = ({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }): string =>
    [
      translate('administration.tokens.made', { date: momentOf(createdAt) }),
      lastUsedAt === null
        ? translate('administration.tokens.unused')
        : translate('administration.tokens.used', { date: momentOf(lastUsedAt) }),
    ].join(' · ');
  const button = (label: string, act: () => void): ReactElement => (
    <Button variant="outlined" size="small" disabled={isBusy} onClick={act}>
      {translate(label)}
    </Button>
  );

  return (
    <Section title="administration.factors.title">
      <QueryResult query={found}>
        {(current) => (
          <>
            {current.isRequired && (
              <Alert severity="info">{translate('administration.factors.required')}</Alert>
            )}
            <EntryList
              label={translate('administration.factors.title')}
              empty="administration.factors.none"
              entries={entriesOf(current)}
            />
            <Stack direction="row" sx={{ gap: 1, mt: 1, flexWrap: 'wrap', alignItems: 'center' }}>
              {current.totp === null &&
                button('administration.factors.add_app', () =>
                  change(async () => setApp(await factors.addApp())),
                )}
              {'PublicKeyCredential' in window &&
                button('administration.factors.add_passkey', () =>
                  change(async () => keep(await factors.addPasskey()), 'administration.saved'),
                )}
              {(current.totp !== null || current.passkeys.length > 0) &&
                button('administration.factors.renew_codes', () =>
                  change(async () => keep(await factors.renewCodes())),
                )}
              {(current.totp !== null || current.passkeys.length > 0) &&
                translate('administration.factors.codes_left', { smart_count: current.recoveryCodesLeft })}
            </Stack>
          </>
        )}
      </QueryResult>
      {app && (
        <AuthenticatorAppDialog
          app={app}
          closed={() => setApp(undefined)}
          confirm={(code) => factors.confirmApp(code)}
          confirmed={(made) => {
            setApp(undefined);
            keep(made);
            void found.refetch();
          }}
        />
      )}
      {confirmation}
      <SecretDialog title="administration.factors.codes" secret={codes} closed={() => setCodes(undefined)} />
    </Section>
  );
}
