import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState, type ReactElement } from 'react';
import { webhooksOf, type MadeWebhook, type Webhook } from '../../../../../templates/client/webhooks.js';
import { client } from '../../../api/client.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { ScreenLayout, Section } from '../../../ui/screen-layout.js';
import { SecretDialog } from '../../../ui/secret-dialog.js';
import { useAction } from '../../../ui/use-action.js';
import { WebhookDeliveries } from './webhook-deliveries.js';
import { WebhookForm } from './webhook-form.js';

const webhooks = webhooksOf(client);

/** List of webhooks, with actions to create and change them. */
export default function Webhooks(): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [looked, setLooked] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const found = useQuery({ queryKey: ['webhooks'], queryFn: () => webhooks.list(), gcTime: 0 });

  const change = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    await run(work, done);
    await found.refetch();
  };
  const saved = (webhook: Webhook | MadeWebhook): void => {
    setEdited(undefined);
    if ('secret' in webhook) setSecret(webhook.secret);
    void found.refetch();
  };
  const entryOf = (webhook: Webhook): Entry => ({
    key: webhook.id,
    title: (
      <>
        {webhook.address} <State {...webhook} />
      </>
    ),
    lines: [webhook.description, webhook.events.join(', '), webhook.disabledBecause],
    actions: (
      <Actions
        {...{ webhook, isBusy, change }}
        edit={() => setEdited(webhook)}
        look={() => setLooked(webhook)}
        shown={setSecret}
      />
    ),
  });

  const make = (
    <Button variant="contained" onClick={() => setEdited('new')}>
      {translate('administration.webhooks.make')}
    </Button>
  );
  return (
    <ScreenLayout title="administration.webhooks.title" about="administration.webhooks.about" actions={make}>
      <Section>
        <QueryResult query={found}>
          {({ member }) => (
            <EntryList
              label={translate('administration.webhooks.title')}
              empty="administration.webhooks.empty"
              entries={member.map(entryOf)}
            />
          )}
        </QueryResult>
      </Section>
      {edited !== undefined && (
        <WebhookForm
          webhook={edited === 'new' ? undefined : edited}
          closed={() => setEdited(undefined)}
          saved={saved}
        />
      )}
      {looked && <WebhookDeliveries webhook={looked} closed={() => setLooked(undefined)} />}
      <SecretDialog
        title="administration.webhooks.secret"
        secret={secret}
        closed={() => setSecret(undefined)}
      />
    </ScreenLayout>
  );
}

interface ActionsProps {
  readonly webhook: Webhook;
  readonly isBusy: boolean;
  readonly change: (work: () => Promise<unknown>, done: string) => Promise<void>;
  readonly edit: () => void;
  readonly look: () => void;
  /** Shows a new secret. */
  readonly shown: (secret: string) => void;
}

function Actions({ webhook, isBusy, change, edit, look, shown }: ActionsProps): ReactElement {
  const translate = useTranslate();
  const { id, address, isEnabled, isConfigured } = webhook;
  const button = (label: string, act: () => void): ReactElement => (
    <Button size="small" disabled={isBusy} aria-label={`${translate(label)}: ${address}`} onClick={act}>
      {translate(label)}
    </Button>
  );
  return (
    <>
      {button('administration.webhooks.deliveries', look)}
      {!isConfigured && (
        <>
          {button('ra.action.edit', edit)}
          {button(
            isEnabled ? 'administration.disable' : 'administration.enable',
            () => void change(() => webhooks.change(id, { isEnabled: !isEnabled }), 'administration.saved'),
          )}
          <ConfirmButton
            label={translate('administration.webhooks.rotate')}
            of={address}
            question={translate('administration.webhooks.rotate_question')}
            disabled={isBusy}
            confirmed={() =>
              void change(async () => shown((await webhooks.rotateSecret(id)).secret), 'administration.saved')
            }
          />
          <ConfirmButton
            label={translate('ra.action.delete')}
            of={address}
            color="error"
            question={translate('administration.webhooks.delete_question', { address })}
            disabled={isBusy}
            confirmed={() => void change(() => webhooks.remove(id), 'administration.deleted')}
          />
        </>
      )}
    </>
  );
}

function State({ isEnabled, isConfigured }: Webhook): ReactElement {
  const translate = useTranslate();
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        color={isEnabled ? 'success' : 'default'}
        label={translate(isEnabled ? 'administration.enabled' : 'administration.disabled')}
      />
      {isConfigured && (
        <Chip
          size="small"
          variant="outlined"
          label={translate('administration.webhooks.configured')}
          sx={{ ml: 0.5 }}
        />
      )}
    </>
  );
}
