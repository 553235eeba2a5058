import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { client, type ApiDocument } from '../../../api/client.js';
import { useSession } from '../../../session/session.js';
import { QueryResult } from '../../../ui/query-result.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { hasFeature } from '../../../session/rights.js';
import { AccountForm } from './account-form.js';
import { SecondFactors } from './second-factors.js';
import { useConfirmedIdentity } from './use-confirmed-identity.js';

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' };

/** Account of the user: password, e-mail address, two-factor authentication. */
export default function Account(): ReactElement {
  const { model } = useSession();
  const me = useQuery({
    queryKey: ['account', model.me.iri],
    queryFn: () => client.request<ApiDocument>('GET', model.me.iri),
    gcTime: 0,
  });
  const change = async (body: object): Promise<void> => {
    await client.request('PATCH', model.me.iri, { body, headers: MERGE_PATCH });
    await me.refetch();
  };
  return (
    <ScreenLayout title="administration.account.title">
      <Section heading={model.me.username}>
        <QueryResult query={me}>{(account) => <Address account={account} change={change} />}</QueryResult>
      </Section>
      <Section title="administration.account.password">
        <AccountForm
          submit="administration.account.change_password"
          done="administration.account.password_changed"
          fields={[
            {
              name: 'oldPassword',
              label: 'administration.account.old_password',
              type: 'password',
              autoComplete: 'current-password',
            },
            {
              name: 'plainPassword',
              label: 'administration.account.new_password',
              type: 'password',
              autoComplete: 'new-password',
            },
          ]}
          send={change}
        />
      </Section>
      {hasFeature(model, 'second-factors') && <SecondFactors />}
    </ScreenLayout>
  );
}

interface AddressProps {
  readonly account: ApiDocument;
  readonly change: (body: object) => Promise<void>;
}

function Address({ account, change }: AddressProps): ReactElement {
  const translate = useTranslate();
  const { run, isBusy, confirmed, confirmation } = useConfirmedIdentity();
  const [isChanging, setChanging] = useState(false);
  const pending = account['newEmailAddress'];
  return (
    <>
      <p>{String(account['emailAddress'] ?? '')}</p>
      {typeof pending === 'string' && (
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              disabled={isBusy}
              onClick={() => void run(() => change({ newEmailAddress: null }), 'administration.saved')}
            >
              {translate('ra.action.cancel')}
            </Button>
          }
        >
          {translate('administration.account.pending', { address: pending })}
        </Alert>
      )}
      {isChanging ? (
        <AccountForm
          submit="administration.account.change_address"
          done="administration.account.address_asked"
          fields={[
            {
              name: 'newEmailAddress',
              label: 'administration.account.new_address',
              type: 'email',
              autoComplete: 'email',
            },
            {
              name: 'oldPassword',
              label: 'administration.account.old_password',
              type: 'password',
              autoComplete: 'current-password',
            },
          ]}
          send={async (body) => {
            await confirmed(() => change(body));
            setChanging(false);
          }}
        />
      ) : (
        <Button onClick={() => setChanging(true)}>
          {translate('administration.account.change_address')}
        </Button>
      )}
      {confirmation}
    </>
  );
}
