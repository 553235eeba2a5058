import type { JsonObject } from '../../../kernel/contract/json.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import type { Delivery } from '../stored/deliveries.js';
import type { Webhook } from '../webhook.js';

export const PATH = '/_/webhooks';

/** A webhook as administrators see it; its secrets are nowhere. */
export function printWebhook(webhook: Webhook, prefix: string): JsonObject {
  const { id, address, events, description, readerId, isEnabled, disabledBecause, isConfigured } = webhook;
  return {
    '@id': `${prefix}${PATH}/${id}`,
    '@type': 'Webhook',
    id,
    address,
    events: [...events],
    description,
    reader: readerId,
    isEnabled,
    disabledBecause,
    isConfigured,
    createdAt: webhook.createdAt && formatDateTime(webhook.createdAt),
    modifiedAt: webhook.modifiedAt && formatDateTime(webhook.modifiedAt),
  };
}

export const printDelivery = (delivery: Delivery): JsonObject => ({
  '@type': 'WebhookDelivery',
  id: delivery.id,
  messageId: delivery.messageId,
  event: delivery.event,
  record: delivery.record,
  attempt: delivery.attempt,
  isReceived: delivery.failure === null,
  status: delivery.status,
  durationMs: delivery.durationMs,
  answer: delivery.answer,
  failure: delivery.failure,
  sentAt: formatDateTime(delivery.sentAt),
});
