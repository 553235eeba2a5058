import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../kernel/errors/app-error.js';
import { buildProblem } from './problem-details.js';
import type { ProblemOptions } from '../../kernel/errors/problem-body.js';
import { buildStaticHeaders, type HeaderFacts } from './response-headers.js';
import { JSON_LD } from '../../kernel/contract/http/media-types.js';

/** Settings of early error responses. */
export type RefusalConfig = ProblemOptions & HeaderFacts['config'];

/** Rejects requests and connections that do not reach the API, and closes the connection. */
export interface ConnectionRefusals {
  /** Sends an error response, or closes the connection if a response has already started. */
  refuseRequest(request: IncomingMessage, response: ServerResponse, error: AppError): void;
  /** Sends an error response on a connection without an open request. */
  refuseConnection(socket: Duplex, error: AppError): void;
}

/** Time for the client to read the response and close the connection. */
const FAREWELL_MILLISECONDS = 2_000;

/** Sends standard problem documents (core.md section 2.1), without members that depend on a request. */
export function createConnectionRefusals(config: () => RefusalConfig): ConnectionRefusals {
  return {
    refuseRequest(request, response, error) {
      if (response.headersSent) {
        request.destroy();
        return;
      }
      const { headers, body } = bareProblem(error, config());
      response.writeHead(error.status, headers).end(body, () => request.destroy());
    },

    refuseConnection(socket, error) {
      if (!socket.writable) return;
      const { headers, body } = bareProblem(error, config());
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      const status = `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status] ?? ''}\r\n`;
      socket.on('error', () => undefined); // The client has already disconnected.
      socket.end(`${status}Date: ${new Date().toUTCString()}\r\n${lines.join('')}\r\n${body}`);
      // Discard the rest of the request. Closing the socket with unread bytes would lose the response.
      socket.resume();
      const farewell = setTimeout(() => socket.destroy(), FAREWELL_MILLISECONDS);
      socket.once('close', () => clearTimeout(farewell));
    },
  };
}

function bareProblem(
  error: AppError,
  config: RefusalConfig,
): { readonly headers: Record<string, string | string[]>; readonly body: string } {
  const problem = buildProblem(error, JSON_LD, config);
  const body = JSON.stringify(problem.body);
  const fixed = buildStaticHeaders([], { config });
  const headers = {
    ...fixed.always,
    Vary: fixed.vary,
    'Cache-Control': 'no-cache, private',
    'Content-Type': problem.contentType,
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
    ...error.headers,
  };
  return { headers: headers as Record<string, string | string[]>, body };
}
