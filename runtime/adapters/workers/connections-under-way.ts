import type { ChildProcess } from 'node:child_process';

/** The part of a connection's handle that is used. */
interface Handle {
  close(): void;
}

/** What `node:cluster` sends with a connection; `key` names the address that it came to. */
interface NewConnection {
  readonly act?: string;
  readonly key?: string;
}

/** The connections that `node:cluster` hands to a worker. */
export interface ConnectionsUnderWay {
  /** Closes the last one of each address, where it was handed over so long ago. A worker that has taken it has a copy of its own. */
  close(olderThanMs: number): void;
}

interface HandedOver {
  readonly handle: Handle;
  readonly at: number;
}

/**
 * Watches the connections that `node:cluster` hands to a worker. It waits for the word of the worker before it lets go of a connection.
 * Of a worker that is killed before none comes, and nobody is left who takes one that the last worker refuses because it ends: the
 * client would wait in place of learning that the connection is lost.
 */
export function watchConnectionsUnderWay(child: ChildProcess): ConnectionsUnderWay {
  const last = new Map<string, HandedOver>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  const watched = (message: NewConnection, handle: Handle | undefined, ...others: unknown[]): boolean => {
    if (message.act === 'newconn' && handle !== undefined)
      last.set(String(message.key), { handle, at: performance.now() });
    return send(message, handle, ...others);
  };
  child.send = watched as typeof child.send; // of all that is sent, only what it looks for is read
  return {
    close(olderThanMs) {
      // A handle may be closed twice.
      for (const { handle, at } of last.values()) if (performance.now() - at >= olderThanMs) handle.close();
    },
  };
}
