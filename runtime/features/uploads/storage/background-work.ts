import type { Logger } from '../../../kernel/ports/logger.js';

export interface BackgroundWork {
  /** Does the work when what came before it is done; a key that is waiting is not taken twice. */
  add(key: string, work: () => Promise<void>): void;
  /** Resolves when nothing is left to do. */
  whenIdle(): Promise<void>;
}

/** Most work that waits at once; what does not fit is asked for again by a later read. */
const MAX_WAITING = 1000;

/** Runs one piece of work at a time beside the requests; failures are logged and not retried. */
export function createBackgroundWork(log: Logger): BackgroundWork {
  const waiting = new Set<string>();
  let tail: Promise<void> = Promise.resolve();
  return {
    add(key, work) {
      if (waiting.has(key) || waiting.size >= MAX_WAITING) return;
      waiting.add(key);
      tail = tail.then(work).then(
        () => void waiting.delete(key),
        (err: unknown) => {
          waiting.delete(key);
          log.warn({ msg: 'failed to process a stored file', err });
        },
      );
    },
    async whenIdle() {
      for (let seen; seen !== tail;) {
        seen = tail;
        await seen;
      }
    },
  };
}
