import type { Connection } from 'mysql2';
import { isWaiting, streamOf } from '../driver-internals.js';

/**
 * Ends a connection on which a command stays without an answer. The driver's own limit, of one command each, leaves the
 * connection open and knows nothing of the commands that Sequelize sends.
 */
export function setIdleTimeout(connection: Connection, limitMs: number): void {
  const stream = streamOf(connection);
  stream.setTimeout(limitMs);
  // Not as the second argument of `setTimeout`: that would be called once, after the first rest, and never again.
  stream.on('timeout', () => {
    // Between two statements of a transaction nothing is asked, so nothing is late.
    if (!isWaiting(connection)) return;
    const { bytesWritten } = stream;
    // The rest may have ended in this very moment: then the command is about to be written.
    setImmediate(() => {
      if (isWaiting(connection) && stream.bytesWritten === bytesWritten)
        stream.destroy(timeoutError(limitMs));
    });
  });
}

/** An error with the code of a network that does not answer. */
const timeoutError = (limitMs: number): Error =>
  Object.assign(new Error(`No answer for ${limitMs / 1000} seconds`), { code: 'ETIMEDOUT' });
