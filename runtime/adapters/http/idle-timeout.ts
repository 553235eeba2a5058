import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The slowest rate at which a client may send a body or receive an answer. */
export interface IdleTimeout {
  /** Length of the time over which bytes are counted. */
  readonly windowMilliseconds: number;
  /** Bytes that have to move in each window. */
  readonly minimumBytes: number;
}

/**
 * 500 bytes a second, measured over a minute: less than any line that carries a file, and a connection on which nothing
 * moves for a minute is over. What a transfer may last in all follows from its size.
 */
export const IDLE_TIMEOUT: IdleTimeout = { windowMilliseconds: 60_000, minimumBytes: 30_000 };

/** Checks within one window; a transfer ends at most a quarter of a window late. */
const CHECKS = 4;

/** The bytes of one direction of a connection. */
interface Transfer {
  /** Bytes that the client has sent or taken so far. */
  readonly moved: () => number;
  /** Bytes that it could send or take now; none while everything waits for this server. */
  readonly due: () => number;
  /** Ends a transfer that does not move. */
  readonly end: () => void;
}

interface Watched {
  readonly transfer: Transfer;
  /** The values at the beginning of the window. */
  moved: number;
  due: number;
  checks: number;
}

export interface IdleTimeoutOptions {
  readonly idleTimeout: IdleTimeout;
  /** Ends a request whose body is not complete. */
  readonly onSlowBody: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Ends requests whose bodies stand still and connections whose clients do not take what was answered. There is no limit
 * to the whole time, as a large file over a slow line is no fault; whoever moves a byte now and then holds a connection no
 * longer than one who moves none. Time in which it is this server that does not read or has nothing to send is no fault of
 * the client either, so an answer may be silent for as long as it likes.
 */
export function enforceIdleTimeout(server: Server, { idleTimeout, onSlowBody }: IdleTimeoutOptions): void {
  const watched = new Set<Watched>();
  const watch = (transfer: Transfer): (() => void) => {
    const entry = { transfer, moved: transfer.moved(), due: transfer.due(), checks: 0 };
    watched.add(entry);
    return () => void watched.delete(entry);
  };
  server.on('connection', (socket) => socket.once('close', watch(outgoing(socket))));
  server.on('request', (request, response) => {
    if (!announcesBody(request)) return;
    request.once('close', watch(incoming(request, () => onSlowBody(request, response))));
  });
  const check = (): void => {
    for (const entry of watched) if (isTooSlow(entry, idleTimeout)) entry.transfer.end();
  };
  // Bytes that arrived or left while this process was busy are counted before anybody is judged.
  const timer = setInterval(() => setImmediate(check), idleTimeout.windowMilliseconds / CHECKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function incoming(request: IncomingMessage, end: () => void): Transfer {
  return {
    moved: () => request.socket.bytesRead,
    due: () => {
      // Node reads no further from a connection while this much of it waits.
      const isHeldBack = request.readableLength >= request.readableHighWaterMark;
      return request.complete || isHeldBack ? 0 : Infinity;
    },
    end,
  };
}

/** Counts what was written to the connection, because the bytes of all its answers wait there. */
function outgoing(socket: Socket): Transfer {
  return {
    moved: () => socket.bytesWritten - socket.writableLength,
    due: () => socket.writableLength,
    // Without a reset the system would go on offering what it holds of the answer.
    end: () => socket.resetAndDestroy(),
  };
}

function isTooSlow(entry: Watched, { minimumBytes }: IdleTimeout): boolean {
  const moved = entry.transfer.moved();
  const due = entry.transfer.due();
  if (due === 0 || moved - entry.moved >= Math.min(minimumBytes, entry.due)) {
    Object.assign(entry, { moved, due, checks: 0 });
    return false;
  }
  entry.checks += 1;
  return entry.checks >= CHECKS;
}
