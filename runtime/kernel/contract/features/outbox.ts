import type { TransactionSession } from '../database/database.js';
import type { JsonValue } from '../json.js';

/**
 * Outgoing messages, stored in the same transaction as the change they announce. A serving process sends them
 * after the commit, at least once each (realtime.md 5.2).
 *
 * @example
 * const announce = (outbox: Outbox, session: TransactionSession, id: string): Promise<void> =>
 *   outbox.append(session, [{ channel: 'bookings', key: id, body: { id } }]);
 */
export interface Outbox {
  /**
   * Stores messages in the caller's transaction. Messages of one key are sent in append order. Units of work
   * wake the sender after the commit; other transactions must call `wake`.
   */
  append(session: TransactionSession, messages: readonly OutboxMessage[]): Promise<void>;
  /**
   * Makes this process check for messages immediately. No effect in a process that sends none. Does not block
   * or throw.
   */
  wake(): void;
  /**
   * Returns the metrics of each channel that has messages or is delivered by this process, sorted by name;
   * two statements.
   */
  metrics(): Promise<readonly ChannelMetrics[]>;
}

/**
 * A message to send after the transaction that appends it has committed.
 *
 * @example
 * const message: OutboxMessage = { channel: 'bookings', key: 'A-17', body: { state: 'paid' }, collapses: true };
 */
export interface OutboxMessage {
  /** Channel name, at most 100 characters. Messages wait if no feature delivers the channel. */
  readonly channel: string;
  /**
   * Ordering key, of any length. Messages of a channel and key are delivered in order, one delivery at a
   * time.
   */
  readonly key: string;
  /** Whether a newer waiting message of the same key replaces this one; default false. */
  readonly collapses?: boolean;
  readonly body: JsonValue;
  /** Unique UUID, the same for every attempt; default: random (version 4). */
  readonly id?: string;
}

/**
 * A message as passed to a channel.
 *
 * @example
 * const isRepeated = ({ attempts }: PendingMessage): boolean => attempts > 1;
 */
export interface PendingMessage {
  readonly id: string;
  readonly key: string;
  readonly body: JsonValue;
  /** Number of previous attempts. */
  readonly attempts: number;
  /** Time of the append, by the clock of that process. For display only; do not base decisions on it. */
  readonly createdAt: Date;
}

/**
 * Channel declaration by the feature that delivers its messages.
 *
 * @example
 * const bookings: OutboxChannel = {
 *   name: 'bookings',
 *   async deliver(messages, signal) {
 *     const body = JSON.stringify(messages.map((message) => message.body));
 *     const { ok, status } = await fetch('https://crm.example.com/bookings', { method: 'POST', body, signal });
 *     return ok ? { kind: 'sent' } : { kind: 'retry', reason: `The response was ${status}.` };
 *   },
 * };
 */
export interface OutboxChannel {
  /** Unique kebab-case name of at most 100 characters. */
  readonly name: string;
  /** Number of keys that one process delivers concurrently; default 4. */
  readonly concurrency?: number;
  /** Maximum number of messages of one key in a delivery, oldest first; default 1. */
  readonly batchSize?: number;
  /** Milliseconds after which a delivery is aborted and retried later; default 5,000. */
  readonly timeoutMs?: number;
  /**
   * Minimum milliseconds before other processes take over the key of a dead process; default 30,000. Longer
   * deliveries renew the lease.
   */
  readonly leaseMs?: number;
  /** Milliseconds after which an unsent message is dropped; `Infinity`: never. Default 15 minutes. */
  readonly expiryMs?: number;
  /** Maximum number of waiting messages; the oldest are dropped. Default 10,000. */
  readonly limit?: number;
  /** Backoff between attempts of a key. */
  readonly backoff?: Backoff;
  /**
   * Milliseconds after which a failed attempt is the last one and the messages become dead letters; default:
   * never. Measured from the stored append time, because processes are often shorter-lived. A wrong clock
   * gives up early but loses nothing.
   */
  readonly deadAfterMs?: number;
  /** Maximum number of dead letters; the oldest are dropped. Default 1,000. */
  readonly deadLimit?: number;
  /**
   * Returns the destination of a key, if a channel has several. A failing destination does not delay the
   * others.
   */
  readonly targetOf?: (key: string) => string;
  /** Number of keys of one destination that a process delivers concurrently; default: no separate limit. */
  readonly targetConcurrency?: number;
  /**
   * Sends messages of one key in order, with one outcome for all. A delivery that throws is retried. Messages
   * may be sent more than once (a killed process, a lost response), with the same ids.
   * @param signal aborted on timeout, on shutdown, or when another process has taken over
   * @param isLate returns whether another process may have taken over, even if this process was suspended and
   * could not abort the signal. Check it right before a request that must not follow those of others.
   */
  deliver(
    messages: readonly PendingMessage[],
    signal: AbortSignal,
    isLate: () => boolean,
  ): Promise<DeliveryOutcome>;
}

/** Exponential backoff, in milliseconds. */
export interface Backoff {
  /** Upper bound of the first pause, doubled after each failure; default 500. */
  readonly firstMs: number;
  /** Maximum bound; default one minute. */
  readonly longestMs: number;
  /** Interval at which one key of a failing destination is retried; default five seconds. */
  readonly probeMs: number;
}

/**
 * Outcome of a delivery. Reasons are logged and shown to operators, so they must not contain secrets.
 *
 * @example
 * const later: DeliveryOutcome = { kind: 'retry', reason: 'The response was 503.', afterMs: 60_000 };
 */
export type DeliveryOutcome =
  | { readonly kind: 'sent' }
  /**
   * Retries the key later, with full jitter by the channel's backoff or after the delay that the receiver
   * requests. Other keys continue.
   */
  | { readonly kind: 'retry'; readonly reason: string; readonly afterMs?: number }
  /** Pauses all keys of the channel and logs one error; default one minute. */
  | { readonly kind: 'pause'; readonly reason: string; readonly forMs?: number }
  /** The messages can never be sent. They become dead letters (`cms outbox --dead`) and the key continues. */
  | { readonly kind: 'dead'; readonly reason: string };

/**
 * Metrics of one outbox channel.
 *
 * @example
 * const isBehind = ({ oldestAgeMs }: ChannelMetrics): boolean => (oldestAgeMs ?? 0) > 60_000;
 */
export interface ChannelMetrics {
  readonly channel: string;
  /** Number of messages that wait or are being sent. */
  readonly pending: number;
  /** Age of the oldest pending message in milliseconds, by the clock; null if none is pending. */
  readonly oldestAgeMs: number | null;
  /** Number of dead letters. */
  readonly dead: number;
  /**
   * Counters of this process since its start: sent messages, failed deliveries, and messages dropped because
   * of age or number.
   */
  readonly sent: number;
  readonly failed: number;
  readonly dropped: number;
  /** Whether a feature of this service delivers the channel. */
  readonly isDelivered: boolean;
}

/**
 * A message that cannot be sent, as shown to operators.
 *
 * @example
 * const describe = ({ channel, key, reason }: DeadLetter): string => `${channel} ${key}: ${reason}`;
 */
export interface DeadLetter {
  readonly id: string;
  readonly channel: string;
  readonly key: string;
  readonly attempts: number;
  readonly reason: string;
  readonly createdAt: Date;
  readonly diedAt: Date;
}
