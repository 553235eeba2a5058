import type {
  DeliveryOutcome,
  OutboxChannel,
  PendingMessage,
} from '../../../kernel/contract/features/outbox.js';
import type { FindWebhook, FoundWebhook } from '../stored/find-webhook.js';
import { CHANNEL, webhookOf, type WaitingEvent } from '../webhook.js';
import type { FindReader } from './readers.js';
import type { RenderEvent } from './render-event.js';
import type { SendEvent } from './send-event.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

export interface WebhookChannelDeps {
  readonly find: FindWebhook;
  readonly findReader: FindReader;
  readonly render: RenderEvent;
  readonly send: SendEvent;
  /** Called when the receiver responds with 410, which means that it is permanently gone. */
  readonly disable: (found: FoundWebhook, because: string) => Promise<void>;
}

/**
 * Sends events for three days: at once, then with pauses of up to an hour. Undelivered events then become dead
 * letters. A failing receiver is tried every few minutes and does not delay others.
 */
export function createWebhookChannel(deps: WebhookChannelDeps): OutboxChannel {
  return {
    name: CHANNEL,
    concurrency: 32,
    targetOf: webhookOf,
    targetConcurrency: 4,
    timeoutMs: 15_000,
    expiryMs: Infinity,
    deadAfterMs: 72 * HOUR_MS,
    backoff: { firstMs: 2000, longestMs: HOUR_MS, probeMs: 5 * MINUTE_MS },
    limit: 16_000,
    deadLimit: 16_000,
    async deliver([message], signal, isLate) {
      return message === undefined ? SENT : deliver(message, { ...deps, signal, isLate });
    },
  };
}

const SENT: DeliveryOutcome = { kind: 'sent' };

async function deliver(
  { id, body, attempts }: PendingMessage,
  {
    find,
    findReader,
    render,
    send,
    disable,
    signal,
    isLate,
  }: WebhookChannelDeps & { readonly signal: AbortSignal; readonly isLate: () => boolean },
): Promise<DeliveryOutcome> {
  const waiting = body as unknown as WaitingEvent; // created by `plan-messages.ts`
  const found = await find(waiting.webhook);
  // Messages of a deleted or disabled webhook are dropped.
  if (found === undefined || !found.webhook.isEnabled) return SENT;
  const reader = await findReader(found.webhook);
  const data = reader && (await render(waiting.subject, reader));
  if (data === undefined) return SENT;
  if (isLate()) return { kind: 'retry', reason: 'this process was suspended' };
  const { status, failure, retryAfterMs } = await send(found, {
    messageId: id,
    event: waiting.event,
    at: waiting.at,
    data,
    attempt: attempts + 1,
    signal,
  });
  if (failure === null) return SENT;
  if (status === 410) await disable(found, 'The receiver answered 410: it is gone.');
  if (status === 410 && !found.webhook.isConfigured) return SENT;
  const reason = `${hostIn(found)} ${failure}`;
  return { kind: 'retry', reason, ...(retryAfterMs === undefined ? {} : { afterMs: retryAfterMs }) };
}

/** Returns the host without the path, which may contain a secret. */
const hostIn = ({ webhook }: FoundWebhook): string => new URL(webhook.address).host;
