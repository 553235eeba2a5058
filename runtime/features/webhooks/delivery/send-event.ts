import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { SealedTexts } from '../../../kernel/util/text/sealed-texts.js';
import type { Deliveries, Delivery } from '../stored/deliveries.js';
import type { FoundWebhook } from '../stored/find-webhook.js';
import { post, type Posted } from './post.js';
import { readSecret, signedHeaders } from './signature.js';

/** One attempt to send an event. */
export interface EventToSend {
  readonly messageId: string;
  readonly event: string;
  /** Time of the change, as ISO 8601. */
  readonly at: string;
  readonly data: JsonObject;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly signal?: AbortSignal;
}

/** Signs and sends an event, and records the attempt. */
export type SendEvent = (webhook: FoundWebhook, event: EventToSend) => Promise<Delivery & Posted>;

export interface SendEventDeps {
  readonly sealed: () => SealedTexts;
  readonly deliveries: Pick<Deliveries, 'note'>;
  readonly allowsPrivate: boolean;
  readonly clock: Clock;
}

export function createSendEvent({ sealed, deliveries, allowsPrivate, clock }: SendEventDeps): SendEvent {
  /** Returns the signing secrets. Undefined if one cannot be decrypted. */
  function secretsOf({ webhook, secrets }: FoundWebhook, now: Date): readonly Buffer[] | undefined {
    if (secrets.kind === 'plain') return [readSecret(secrets.secret) ?? Buffer.alloc(0)];
    const { secret, previous } = secrets;
    const texts = previous !== null && previous.until > now ? [secret, previous.secret] : [secret];
    const opened = texts.flatMap((text) => readSecret(sealed().open(text, webhook.id) ?? '') ?? []);
    return opened.length === texts.length ? opened : undefined;
  }

  async function send(found: FoundWebhook, event: EventToSend, now: Date): Promise<Posted> {
    const secrets = secretsOf(found, now);
    if (secrets === undefined) return { status: null, answer: null, failure: UNREADABLE, durationMs: 0 };
    const body = JSON.stringify({ type: event.event, timestamp: event.at, data: event.data });
    return post({
      address: found.webhook.address,
      headers: signedHeaders({ id: event.messageId, sentAt: now, body }, secrets),
      body,
      allowsPrivate,
      now,
      ...(event.signal === undefined ? {} : { signal: event.signal }),
    });
  }

  return async (found, event) => {
    const now = clock.now();
    const posted = await send(found, event, now);
    const { '@id': iri } = event.data;
    const delivery = await deliveries.note({
      webhook: found.webhook.id,
      messageId: event.messageId,
      event: event.event,
      record: typeof iri === 'string' ? iri : null,
      attempt: event.attempt,
      status: posted.status,
      durationMs: posted.durationMs,
      answer: posted.answer,
      failure: posted.failure,
      sentAt: now,
    });
    return { ...posted, ...delivery };
  };
}

const UNREADABLE =
  'has a secret that was stored with another key of the service: ask for another one (rotate-secret)';
