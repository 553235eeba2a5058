import { DatabaseUnavailable } from '../../../kernel/errors/database-unavailable.js';

/** Waits for the turn of a task in order of arrival; returns a function that ends the turn. */
export interface WriteMutex {
  (): Promise<() => void>;
  /** Returns whether a task is running, and the number of waiting ones. */
  state(): { readonly isTaken: boolean; readonly waiting: number };
}

/**
 * Creates the mutex. SQLite allows one writer, and a second one in this process would only see a busy file.
 * Waiting has a timeout, so that a nested transaction fails instead of blocking forever.
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
