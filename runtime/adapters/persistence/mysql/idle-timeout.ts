import type { Connection } from 'mysql2';
import { isWaiting, streamOf } from '../driver-internals.js';

/**
 * Closes a connection whose command gets no response. The driver's own timeout is per command, leaves the
 * connection open, and does not cover Sequelize's commands.
 */
export function setIdleTimeout(connection: Connection, limitMs: number): void {
  const stream = streamOf(connection);
  stream.setTimeout(limitMs);
  // As the second argument of `setTimeout`, the listener would be called only once.
  stream.on('timeout', () => {
    // No response is due between two statements of a transaction.
    if (!isWaiting(connection)) return;
    const { bytesWritten } = stream;
    // The idle time may have just ended, with a command about to be written.
    setImmediate(() => {
      if (isWaiting(connection) && stream.bytesWritten === bytesWritten)
        stream.destroy(timeoutError(limitMs));
    });
  });
}

/** Returns an error with the code of a network timeout. */
const timeoutError = (limitMs: number): Error =>
  Object.assign(new Error(`No answer for ${limitMs / 1000} seconds`), { code: 'ETIMEDOUT' });
