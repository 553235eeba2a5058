import type { JsonObject } from '../../../kernel/contract/json.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import { TOKENS_PATH } from '../../access-tokens/public-api.js';
import type { Delivery } from '../stored/deliveries.js';
import type { Webhook } from '../webhook.js';

export const PATH = '/_/webhooks';

/** Reason shown for a webhook whose token no longer exists. It cannot be enabled again. */
export const ENDED = 'The access token that created this webhook has been revoked or has expired.';

/**
 * Serializes a webhook for administrators, without its secrets.
 * @param hasEnded whether the machine token that created it no longer exists
 */
export function printWebhook(webhook: Webhook, prefix: string, hasEnded: boolean): JsonObject {
  const { id, address, events, description, readerId, accessTokenId, isConfigured } = webhook;
  return {
    '@id': `${prefix}${PATH}/${id}`,
    '@type': 'Webhook',
    id,
    address,
    events: [...events],
    description,
    reader: readerId,
    ...(accessTokenId === null ? {} : { accessToken: `${prefix}${TOKENS_PATH}/${accessTokenId}` }),
    isEnabled: webhook.isEnabled && !hasEnded,
    disabledBecause: hasEnded ? ENDED : webhook.disabledBecause,
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
