import type { Logger } from '../../../kernel/ports/logger.js';

export interface BackgroundWork {
  /** Queues the work. A key that is already waiting is not queued again. */
  add(key: string, work: () => Promise<void>): void;
  /** Resolves when the queue is empty. */
  whenIdle(): Promise<void>;
}

/** Maximum queue length. Dropped work is requested again by a later read. */
const MAX_WAITING = 1000;

/** Runs one piece of work at a time in the background. Failures are logged and not retried. */
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
