import { DatabaseUnavailable } from '../../../kernel/errors/database-unavailable.js';

/** Waits for the turn of a piece of work, in the order of arrival; what it answers ends that turn. */
export interface WriteMutex {
  (): Promise<() => void>;
  /** Whether some work has its turn, and how much waits for one. */
  state(): { readonly isTaken: boolean; readonly waiting: number };
}

/**
 * SQLite takes one writer; a second one in this process would only see a busy file. Waiting has an end, so that a
 * transaction opened inside another one fails instead of standing still for ever.
 */
export function createWriteMutex(patienceMs: number): WriteMutex {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  async function turn(): Promise<() => void> {
    if (!isTaken) {
      isTaken = true;
      return release;
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
    return release;
  }

  return Object.assign(turn, { state: () => ({ isTaken, waiting: waiting.length }) });
}
