import { DatabaseUnavailable } from '../../../kernel/errors/database-unavailable.js';

/** Lets one piece of work run at a time, in the order of arrival. */
export type WriteMutex = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * SQLite takes one writer; a second one in this process would only see a busy file. Waiting has an end, so that a
 * transaction opened inside another one fails instead of standing still for ever.
 */
export function createWriteMutex(patienceMs = 30_000): WriteMutex {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  async function acquire(): Promise<void> {
    if (!isTaken) {
      isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(
          new DatabaseUnavailable(
            'busy',
            new Error('Waited too long for the writer before; is a transaction inside another?'),
          ),
        );
      }, patienceMs);
      waiting.push(enter);
    });
  }

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
}
