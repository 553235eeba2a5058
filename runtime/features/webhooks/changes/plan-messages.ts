import type { JsonValue } from '../../../kernel/contract/json.js';
import type { OutboxMessage } from '../../../kernel/contract/features/outbox.js';
import { eventOf, type Fact, FACTS } from '../events.js';
import { CHANNEL, keyOf, type Subject, type WaitingEvent, type Webhook } from '../webhook.js';
import type { NotifiedChange } from './facts.js';

/** A change to which a webhook subscribes. */
export interface Wanted {
  readonly webhook: Webhook;
  readonly notified: NotifiedChange;
  readonly event: string;
}

/** Returns the changes to which webhooks subscribe, once per webhook, even if several of its events match. */
export function wantedOf(
  notified: readonly NotifiedChange[],
  webhooks: readonly Webhook[],
): readonly Wanted[] {
  return webhooks.flatMap((webhook) => {
    const requested = new Set(webhook.events);
    return notified.flatMap((each): readonly Wanted[] => {
      const isRequested = (fact: Fact): boolean =>
        each.facts.has(fact) && requested.has(eventOf(each.type, fact));
      const fact = FACTS.find(isRequested);
      return fact === undefined ? [] : [{ webhook, notified: each, event: eventOf(each.type, fact) }];
    });
  });
}

/** Creates the message of an event for one webhook. Messages of one record keep their order. */
export function messageOf(
  { id: webhook }: Pick<Webhook, 'id'>,
  {
    event,
    at,
    about,
    subject,
  }: Omit<WaitingEvent, 'webhook' | 'at'> & { readonly at: Date; readonly about: string },
): OutboxMessage {
  const waiting: WaitingEvent = { webhook, event, at: at.toISOString(), subject };
  return { channel: CHANNEL, key: keyOf(webhook, about), body: waiting as unknown as JsonValue }; // plain data
}

/** Creates the message of a change. */
export function messageOfChange(
  { webhook, notified, event }: Wanted,
  { at, iri, wasShown }: { readonly at: Date; readonly iri: string; readonly wasShown: boolean },
): OutboxMessage {
  const { type, id, isDraft, isGone } = notified;
  const subject: Subject = { kind: 'record', type, id, iri, wasShown, isDraft, isGone };
  return messageOf(webhook, { event, at, about: id, subject });
}
