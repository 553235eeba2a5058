import type { Socket } from 'node:net';
import type { Connection } from 'mysql2';

/** What the driver keeps on a connection, which its types do not say. */
interface ConnectionState {
  readonly stream: Socket;
  /** The command that waits for its answer. */
  readonly _command?: object | null;
}

/**
 * Ends a connection on which a command stays without an answer. The driver's own limit, of one command each, leaves the
 * connection open and knows nothing of the commands that Sequelize sends.
 */
export function endWhenSilent(connection: Connection, limitMs: number): void {
  const state = connection as unknown as ConnectionState; // see `ConnectionState`
  state.stream.setTimeout(limitMs, () => {
    // Between two statements of a transaction silence is nothing but rest.
    if (state._command != null) state.stream.destroy(silence(limitMs));
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
