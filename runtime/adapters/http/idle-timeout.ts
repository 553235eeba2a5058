import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Minimum transfer rate of request bodies and responses. */
export interface IdleTimeout {
  /** Length of the measuring window. */
  readonly windowMilliseconds: number;
  /** Minimum bytes per window. */
  readonly minimumBytes: number;
}

/**
 * 500 bytes per second, measured over a minute. That is below any connection suitable for files, and a
 * connection without progress for a minute is closed. The total duration is limited only by the size.
 */
export const IDLE_TIMEOUT: IdleTimeout = { windowMilliseconds: 60_000, minimumBytes: 30_000 };

/** Checks per window; a slow transfer ends at most a quarter of a window late. */
const CHECKS = 4;

/** One direction of a connection. */
interface Transfer {
  /** Returns the number of bytes the client has sent or received. */
  readonly moved: () => number;
  /** Returns the number of bytes it could send or receive now; 0 while it waits for this server. */
  readonly due: () => number;
  /** Ends a stalled transfer. */
  readonly end: () => void;
}

interface Watched {
  readonly transfer: Transfer;
  /** Values at the start of the window. */
  moved: number;
  due: number;
  checks: number;
}

export interface IdleTimeoutOptions {
  readonly idleTimeout: IdleTimeout;
  /** Rejects a request with an incomplete body. */
  readonly onSlowBody: (request: IncomingMessage, response: ServerResponse) => void;
}

/**
 * Closes requests whose bodies stall and connections whose clients do not read the response. The total time
 * is not limited, because a large file over a slow connection is legitimate. A client that sends a byte
 * occasionally gains nothing over a silent one. Time in which this server does not read or has nothing to
 * send does not count.
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
  // Count bytes that were transferred while this process was busy before the check.
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
      // Node stops reading from a connection while this much is buffered.
      const isHeldBack = request.readableLength >= request.readableHighWaterMark;
      return request.complete || isHeldBack ? 0 : Infinity;
    },
    end,
  };
}

/** Counts bytes at the connection, because the bytes of all its responses are buffered there. */
function outgoing(socket: Socket): Transfer {
  return {
    moved: () => socket.bytesWritten - socket.writableLength,
    due: () => socket.writableLength,
    // Without a reset, the system would keep trying to send its buffer.
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
