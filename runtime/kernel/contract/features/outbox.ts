import type { TransactionSession } from '../database/database.js';
import type { JsonValue } from '../json.js';

/**
 * Messages to the outside world that are stored with the change they tell of: they exist when it is committed and not
 * otherwise, and are sent by a serving process afterwards, at least once each (realtime.md 5.2).
 */
export interface Outbox {
  /**
   * Stores messages in the transaction of the caller; those of one key are sent in the order in which they were appended.
   * A unit of work wakes the sending by itself once it is committed; whoever commits otherwise calls `wake`.
   */
  append(session: TransactionSession, messages: readonly OutboxMessage[]): Promise<void>;
  /** Has this process look for messages at once; does nothing in a process that sends none. Never waits and never throws. */
  wake(): void;
  /** One entry for each channel that has messages or is delivered by this process, by name; two statements. */
  metrics(): Promise<readonly ChannelMetrics[]>;
}

/** A message to send after the commit of the transaction that appends it. */
export interface OutboxMessage {
  /** Name of the channel, at most 100 characters; where no feature delivers it, messages wait. */
  readonly channel: string;
  /** Order is kept, and one delivery at a time is under way, for each channel and key; of any length. */
  readonly key: string;
  /** Whether a newer message of the key that waits too is sent in place of this one; by default this one is sent first. */
  readonly collapses?: boolean;
  readonly body: JsonValue;
  /** A UUID that no other message has; random (version 4) by default. Each further attempt has the same. */
  readonly id?: string;
}

/** A message as a channel is handed it. */
export interface PendingMessage {
  readonly id: string;
  readonly key: string;
  readonly body: JsonValue;
  /** Attempts before this one. */
  readonly attempts: number;
  /** The time on the clock of the process that appended it, which is good for people and not for decisions. */
  readonly createdAt: Date;
}

/** The declaration of a channel by the feature that delivers its messages. */
export interface OutboxChannel {
  /** Unique among all features, kebab-case, at most 100 characters. */
  readonly name: string;
  /** Keys that one process delivers at a time; default 4. */
  readonly concurrency?: number;
  /** Most messages of one key in one delivery, oldest first; default 1. */
  readonly batchSize?: number;
  /** Milliseconds after which a delivery is aborted and tried again later; default 5,000. */
  readonly timeoutMs?: number;
  /**
   * Milliseconds after which others take over the key of a process that has died, at least; default 30,000. Deliveries that take
   * longer tell of themselves so often.
   */
  readonly leaseMs?: number;
  /** Milliseconds for which a process tries to send a message before it is dropped; `Infinity`: always. Default 15 minutes. */
  readonly expiryMs?: number;
  /** Most messages that wait; the oldest are dropped. Default 10,000. */
  readonly limit?: number;
  /** Pauses between the attempts of a key. */
  readonly backoff?: Backoff;
  /**
   * Milliseconds after which a failed attempt is the last one: the messages are kept aside then. It goes by the date at which they
   * were stored, since a process seldom lives as long; a wrong clock ends them early and loses none. Default: never.
   */
  readonly deadAfterMs?: number;
  /** Most messages that are kept aside; the oldest are dropped. Default 1,000. */
  readonly deadLimit?: number;
  /** Names the place that the messages of a key go to, where there are several: one that fails is no reason for others to wait. */
  readonly targetOf?: (key: string) => string;
  /** Keys of one target that one process delivers at a time; by default as many as of all. */
  readonly targetConcurrency?: number;
  /**
   * Sends messages of one key, in their order: one outcome for all of them. A delivery that throws is tried again. Messages
   * may come more than once (a killed process, a lost answer), with the same ids.
   * @param signal ends when the time is over, the process shuts down, or another one has taken over
   * @param isLate whether others may have taken over by now, also where this process stood still and no signal could end: asked
   * right before a request that must not come after those of others
   */
  deliver(
    messages: readonly PendingMessage[],
    signal: AbortSignal,
    isLate: () => boolean,
  ): Promise<DeliveryOutcome>;
}

/** In milliseconds. */
export interface Backoff {
  /** Bound of the pause behind the first failure, which doubles with each; default 500. */
  readonly firstMs: number;
  /** The largest bound; default a minute. */
  readonly longestMs: number;
  /** While nothing gets through to a target, one of its keys is tried about this often; default five seconds. */
  readonly probeMs: number;
}

/** Reasons are logged and shown to operators: they hold no secrets. */
export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /** The key waits: with full jitter, as the backoff of the channel says, or for as long as the receiver asks. Other keys go on. */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number }
  /** The whole channel can not send now: all keys wait, and one error is logged. Default: a minute. */
  | { readonly kind: 'pause'; readonly reason: string; readonly forMs?: number }
  /** These messages can never be sent: they are kept aside for `cms outbox --dead`, and the key goes on. */
  | { readonly kind: 'dead'; readonly reason: string };

/** Numbers about one channel of the outbox, for monitoring. */
export interface ChannelMetrics {
  readonly channel: string;
  /** Messages that wait or are under way. */
  readonly pending: number;
  /** Milliseconds since the oldest of them was appended, by the clock; null where none waits. */
  readonly oldestAgeMs: number | null;
  /** Messages kept aside. */
  readonly dead: number;
  /**
   * Counts of this process since its start: messages sent, failed deliveries, messages dropped because of their age or
   * number.
   */
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
  /** Whether a feature of this service delivers the channel. */
  readonly isDelivered: boolean;
}

/** A message that can never be sent, as people look at it. */
export interface DeadLetter {
  readonly id: string;
  readonly channel: string;
  readonly key: string;
  readonly attempts: number;
  readonly reason: string;
  readonly createdAt: Date;
  readonly diedAt: Date;
}
