import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { ReactElement } from 'react';
import { webhooksOf, type Webhook, type WebhookDelivery } from '../../../../../templates/client/webhooks.js';
import { client } from '../../../api/client.js';
import { momentOf } from '../../../ui/format-value.js';
import { EntryList, type Entry } from '../../../ui/entry-list.js';
import { QueryResult } from '../../../ui/query-result.js';
import { useAction } from '../../../ui/use-action.js';

const webhooks = webhooksOf(client);

export interface WebhookDeliveriesProps {
  readonly webhook: Webhook;
  readonly closed: () => void;
}

/**
 * Recent deliveries of a webhook, and a button that sends a test. Responses are rendered as text, because they come
 * from other systems.
 */
export function WebhookDeliveries({
  webhook: { id, address },
  closed,
}: WebhookDeliveriesProps): ReactElement {
  const translate = useTranslate();
  const { run, isBusy } = useAction();
  const found = useQuery({ queryKey: ['deliveries', id], queryFn: () => webhooks.deliveries(id), gcTime: 0 });
  const test = async (): Promise<void> => {
    const sent = await run(() => webhooks.test(id));
    if (sent !== undefined) await found.refetch();
  };
  const entryOf = (one: WebhookDelivery): Entry => ({
    key: one.id,
    title: `${translate(one.isReceived ? 'administration.webhooks.received' : 'administration.webhooks.refused')} · ${one.event} · ${momentOf(one.sentAt)}`,
    lines: [
      [
        one.status ?? [],
        translate('administration.webhooks.took', { ms: one.durationMs }),
        translate('administration.webhooks.attempt', { attempt: one.attempt }),
      ]
        .flat()
        .join(' · '),
      one.record,
      one.failure,
      one.answer,
    ],
  });
  return (
    <Dialog open onClose={closed} fullWidth maxWidth="md" aria-labelledby="deliveries-title">
      <DialogTitle id="deliveries-title">
        {translate('administration.webhooks.deliveries_to', { address })}
      </DialogTitle>
      <DialogContent>
        <QueryResult query={found}>
          {({ member }) => (
            <EntryList
              label={translate('administration.webhooks.deliveries')}
              empty="administration.webhooks.no_deliveries"
              entries={member.map(entryOf)}
            />
          )}
        </QueryResult>
      </DialogContent>
      <DialogActions>
        <Button loading={isBusy} onClick={() => void test()}>
          {translate('administration.webhooks.test')}
        </Button>
        <Button variant="contained" onClick={closed}>
          {translate('ra.action.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
