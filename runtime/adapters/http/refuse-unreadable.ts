import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { maxHeaderSize } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../kernel/errors/app-error.js';
import { badRequest } from '../../kernel/errors/catalog.js';
import type { ConnectionRefusals } from './connection-refusals.js';

/**
 * Answers what Node would answer by itself, with an empty body or none: what is no HTTP, expectations that nobody can meet
 * and requests to a proxy. Never with any of what was sent.
 */
export function refuseUnreadable(server: Server, answers: ConnectionRefusals): void {
  const newest = new WeakMap<Duplex, { request: IncomingMessage; response: ServerResponse }>();
  const refused = new WeakSet<Duplex>();
  server.on('request', (request, response) => newest.set(request.socket, { request, response }));
  server.on('checkExpectation', (request, response) =>
    answers.refuseRequest(request, response, expectationFailed()),
  );
  server.on('connect', (_request, socket) => answers.refuseConnection(socket, noProxy()));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Everything that follows on such a connection is an error again.
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
    // The request before it was whole and gets its own answer first.
    else open.response.once('close', () => answers.refuseConnection(socket, refusal));
  });
}

/** An answer that is under way on a closing connection still gets out. */
function destroyWhenFlushed(socket: Duplex): void {
  if (socket.writableFinished || !socket.writableEnded) socket.destroy();
  else socket.once('finish', () => socket.destroy());
}

/** Whether the request says which host it is for, as HTTP/1.1 demands (RFC 9112 section 3.2). */
export function namesHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1';
}

export const missingHost = (): AppError =>
  badRequest('The request has no "Host" header.', 'REQUEST.MISSING_HOST');

export const slowBody = (): AppError => late('The body of the request did not arrive in time.');

function unreadable(code: string): AppError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new AppError({
        code: 'REQUEST.HEADERS_TOO_LARGE',
        status: 431,
        publicMessage: `The request line and the headers are larger than ${maxHeaderSize} bytes.`,
      });
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new AppError({
        code: 'REQUEST.TOO_LARGE',
        status: 413,
        publicMessage: 'The chunk extensions of the request body are too large.',
      });
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return late('The headers of the request did not arrive in time.');
    default:
      return badRequest('The request is not valid HTTP.', 'REQUEST.MALFORMED');
  }
}

const late = (publicMessage: string): AppError =>
  new AppError({ code: 'REQUEST.TIMEOUT', status: 408, publicMessage });

const expectationFailed = (): AppError =>
  new AppError({
    code: 'REQUEST.EXPECTATION',
    status: 417,
    publicMessage: 'The only expectation that can be met is "100-continue".',
  });

const noProxy = (): AppError =>
  new AppError({
    code: 'REQUEST.METHOD_NOT_ALLOWED',
    status: 405,
    publicMessage: 'This server is no proxy.',
    headers: { Allow: 'OPTIONS, HEAD, GET, POST, PUT, PATCH, DELETE' },
  });
