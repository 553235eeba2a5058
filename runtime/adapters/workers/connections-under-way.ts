import type { ChildProcess } from 'node:child_process';

/** The used part of a connection handle. */
interface Handle {
  close(): void;
}

/** Message of `node:cluster` that passes a connection; `key` identifies the listening address. */
interface NewConnection {
  readonly act?: string;
  readonly key?: string;
}

/** Connections that `node:cluster` passes to a worker. */
export interface ConnectionsUnderWay {
  /**
   * Closes the last connection of each address if it was passed long enough ago. A worker that accepted it
   * has its own copy.
   */
  close(olderThanMs: number): void;
}

interface HandedOver {
  readonly handle: Handle;
  readonly at: number;
}

/**
 * Tracks connections that `node:cluster` passes to a worker. It keeps each one until the worker confirms it.
 * A killed worker never does, and a connection rejected by the last stopping worker has no taker. Clients
 * would wait instead of noticing the lost connection.
 */
export function watchConnectionsUnderWay(child: ChildProcess): ConnectionsUnderWay {
  const last = new Map<string, HandedOver>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  const watched = (message: NewConnection, handle: Handle | undefined, ...others: unknown[]): boolean => {
    if (message.act === 'newconn' && handle !== undefined)
      last.set(String(message.key), { handle, at: performance.now() });
    return send(message, handle, ...others);
  };
  child.send = watched as typeof child.send; // Only the watched members of messages are read.
  return {
    close(olderThanMs) {
      // A handle may be closed twice.
      for (const { handle, at } of last.values()) if (performance.now() - at >= olderThanMs) handle.close();
    },
  };
}
