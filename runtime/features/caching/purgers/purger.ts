import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';

/**
 * Purges responses from shared caches.
 * @throws PurgeError if a cache fails
 */
export interface Purger {
  /** Purges tags as printed in responses, in several requests if necessary. */
  purge(tags: readonly string[], signal: AbortSignal): Promise<void>;
  /** Purges everything; undefined if the cache does not support it. */
  readonly flush: ((signal: AbortSignal) => Promise<void>) | undefined;
  /**
   * Whether writes also purge before their response, in addition to the stored purge. False for caches with a rate
   * limit.
   */
  readonly purgesAtOnce: boolean;
  /** Limits of one purge: maximum number of writes, and timeout in milliseconds. */
  readonly delivery: Required<Pick<OutboxChannel, 'batchSize' | 'timeoutMs'>>;
}

/** A failed purge. The message is for operators and contains the request, without credentials, and the result. */
export class PurgeError extends Error {}
