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

/**
 * Watches the connections that `node:cluster` hands to a worker; what it answers closes the last one of each address. `node:cluster` waits
 * for the word of the worker before it lets go of a connection. Of a worker that is killed before none comes, so its client would wait
 * for ever in place of learning that the connection is lost.
 */
export function watchConnectionsUnderWay(child: ChildProcess): () => void {
  const handles = new Map<string, Handle>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  const watched = (message: NewConnection, handle: Handle | undefined, ...others: unknown[]): boolean => {
    if (message.act === 'newconn' && handle !== undefined) handles.set(String(message.key), handle);
    return send(message, handle, ...others);
  };
  child.send = watched as typeof child.send; // of all that is sent, only what it looks for is read
  return () => {
    // Those that the worker has taken are closed here already, which may be done twice.
    for (const handle of handles.values()) handle.close();
  };
}
