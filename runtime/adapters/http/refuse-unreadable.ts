import { type IncomingMessage, maxHeaderSize, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../kernel/errors/app-error.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import type { ConnectionRefusals } from './connection-refusals.js';

/**
 * Replaces Node's own responses, which have no proper body, to invalid HTTP, unsupported expectations and
 * proxy requests. Never includes anything the client has sent.
 */
export function refuseUnreadable(server: Server, answers: ConnectionRefusals): void {
  const newest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => newest.set(request.socket, { request, response }));
  server.on('checkExpectation', (request, response) =>
    answers.refuseRequest(request, response, kernelErrors.expectationFailed()),
  );
  server.on('connect', (_request, socket) => answers.refuseConnection(socket, noProxy()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Further data on such a connection causes more errors.
    if (refused.has(socket)) return;
    refused.add(socket);
    if (!socket.writable) {
      destroyWhenFlushed(socket);
      return;
    }
    const refusal = unreadable(error.code ?? '');
    const open = newest.get(socket);
    if (open === undefined || open.response.writableFinished) answers.refuseConnection(socket, refusal);
    else if (!open.request.complete) answers.refuseRequest(open.request, open.response, refusal);
    // The previous request was complete and gets its own response first.
    else open.response.once('close', () => answers.refuseConnection(socket, refusal));
  });
}

/** Lets a pending response on a closing connection finish. */
function destroyWhenFlushed(socket: Duplex): void {
  if (socket.writableFinished || !socket.writableEnded) socket.destroy();
  else socket.once('finish', () => socket.destroy());
}

/** Returns whether the request has a host, as required by HTTP/1.1 (RFC 9112 section 3.2). */
export function namesHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1';
}

/**
 * Headers with a single value. For repeated ones, Node keeps one, joins them or drops one, and a proxy may do
 * otherwise.
 */
const SINGLE: ReadonlySet<string> = new Set([
  ...['host', 'authorization', 'content-type', 'content-length', 'origin', 'referer'],
  ...['idempotency-key', 'path', 'preview', 'x-reason'],
]);

/** Returns a single-value header that the request repeats (RFC 9110 section 5.3, RFC 9112 section 3.2). */
export function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  const seen = new Set<string>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

export const slowBody = (): AppError =>
  kernelErrors.requestTimeout('The body of the request did not arrive in time.');

function unreadable(code: string): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return kernelErrors.headersTooLarge(maxHeaderSize);
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return kernelErrors.contentTooLarge('The chunk extensions of the request body are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return kernelErrors.requestTimeout('The headers of the request did not arrive in time.');
    default:
      return kernelErrors.malformedRequest();
  }
}

const noProxy = (): AppError =>
  kernelErrors.methodNotAllowed(
    'This server is not a proxy.',
    'OPTIONS, HEAD, GET, POST, PUT, PATCH, DELETE',
  );
