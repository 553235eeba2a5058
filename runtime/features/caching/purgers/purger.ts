import type { OutboxChannel } from '../../../kernel/contract/features/outbox.js';

/** Tells shared caches to drop answers. @throws PurgeError when one of them did not. */
export interface Purger {
  /** Purges any number of tags, as answers print them; several requests where they need more room than a request has. */
  purge(tags: readonly string[], signal: AbortSignal): Promise<void>;
  /** Drops everything; undefined where the cache has no way to be asked. */
  readonly flush: ((signal: AbortSignal) => Promise<void>) | undefined;
  /** Whether writes purge before they are answered, beside the purge that is stored: not where purges are counted. */
  readonly purgesAtOnce: boolean;
  /** Limits of one purge: writes whose tags it takes at once, and milliseconds that it may take. */
  readonly delivery: Required<Pick<OutboxChannel, 'batchSize' | 'timeoutMs'>>;
}

/** Its message is for operators: what was asked, without credentials, and what became of it. */
export class PurgeError extends Error {}
