import type { OutboxChannel } from '../../../kernel/contract/outbox.js';

/** Tells shared caches to drop answers. @throws PurgeError when one of them did not. */
export interface Purger {
  /** Any number of tags, as answers print them; several requests where they need more room than a request has. */
  purge(tags: readonly string[], signal: AbortSignal): Promise<void>;
  /** Drops everything; undefined where the cache has no way to be asked. */
  readonly flush: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** How many writes' tags it is handed at once, and how long that may take. */
  readonly delivery: Required<Pick<OutboxChannel, 'batchSize' | 'timeoutMs'>>;
}
