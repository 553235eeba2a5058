import type { Connection } from 'mysql2';
import { isWaiting, streamOf } from '../driver-internals.js';

/**
 * Ends a connection on which a command stays without an answer. The driver's own limit, of one command each, leaves the
 * connection open and knows nothing of the commands that Sequelize sends.
 */
export function endWhenSilent(connection: Connection, limitMs: number): void {
  const stream = streamOf(connection);
  stream.setTimeout(limitMs);
  // Not as the second argument of `setTimeout`: that would be called once, after the first rest, and never again.
  stream.on('timeout', () => {
    // Between two statements of a transaction silence is nothing but rest.
    if (isWaiting(connection)) stream.destroy(silence(limitMs));
  });
}

/** @throws Error with the code of a network that answers nothing, when the work takes longer */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(silence(limitMs)), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const silence = (limitMs: number): Error =>
  Object.assign(new Error(`No answer for ${limitMs / 1000} seconds`), { code: 'ETIMEDOUT' });
