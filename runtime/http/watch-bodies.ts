import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How fast the body of a request has to come in while it is not complete. */
export interface BodyPace {
  /** Length of the stretch of time that is looked at. */
  readonly windowMilliseconds: number;
  /** What has to arrive in each such stretch. */
  readonly minimumBytes: number;
}

/**
 * 500 bytes a second, measured over a minute: less than any line that carries an upload, and a connection that says
 * nothing for a minute is over. What a body may last in all follows from its largest size.
 */
export const BODY_PACE: BodyPace = { windowMilliseconds: 60_000, minimumBytes: 30_000 };

/** Looks at a window, so that one is at most this part longer than it should be. */
const LOOKS = 4;

interface WatchedBody {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Bytes of the connection when the window began. */
  bytes: number;
  looks: number;
}

/**
 * Ends requests whose bodies stand still, with 408 when nothing was answered yet. There is no limit to the whole time, as
 * a large upload over a slow line is no fault; whoever sends a byte now and then holds a connection no longer than one who
 * sends none. The time in which this server itself does not take what has arrived is no fault of the client either.
 */
export function watchBodies(server: Server, pace: BodyPace): void {
  const watched = new Set<WatchedBody>();
  server.on('request', (request, response) => {
    if (!announcesBody(request)) return;
    const body = { request, response, bytes: request.socket.bytesRead, looks: 0 };
    watched.add(body);
    request.once('close', () => watched.delete(body));
  });
  const look = (): void => {
    for (const body of watched) {
      if (body.request.complete) watched.delete(body);
      else if (isTooSlow(body, pace)) endRequest(body);
    }
  };
  // What arrived while this process was busy is read before anybody is judged.
  const timer = setInterval(() => setImmediate(look), pace.windowMilliseconds / LOOKS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isTooSlow(body: WatchedBody, { minimumBytes }: BodyPace): boolean {
  const { request } = body;
  const { bytesRead } = request.socket;
  // Node reads no further from a connection while this much of it waits.
  const isHeldBack = request.readableLength >= request.readableHighWaterMark;
  if (isHeldBack || bytesRead - body.bytes >= minimumBytes) {
    body.bytes = bytesRead;
    body.looks = 0;
    return false;
  }
  body.looks += 1;
  return body.looks >= LOOKS;
}

const TOO_SLOW = 'The body of the request did not arrive in time.';

function endRequest({ request, response }: WatchedBody): void {
  if (response.headersSent) {
    request.destroy();
    return;
  }
  // The connection ends with the answer, and whoever reads the body learns that it broke off.
  response.writeHead(408, {
    Connection: 'close',
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': String(TOO_SLOW.length),
  });
  response.end(TOO_SLOW, () => request.destroy());
}
