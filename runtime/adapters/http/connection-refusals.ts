import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../kernel/errors/app-error.js';
import { buildProblem } from './problem-details.js';
import type { ProblemOptions } from '../../kernel/errors/problem-body.js';
import { buildStaticHeaders, type HeaderFacts } from './response-headers.js';
import { JSON_LD } from '../../kernel/contract/http/media-types.js';

/** The settings that every refusal depends on. */
export type RefusalConfig = ProblemOptions & HeaderFacts['config'];

/** Refuses requests and connections that never reach the API, and ends the connection. */
export interface ConnectionRefusals {
  /** Answers, or breaks the connection when an answer has already begun. */
  refuseRequest(request: IncomingMessage, response: ServerResponse, error: AppError): void;
  /** Answers on a connection that has no open request. */
  refuseConnection(socket: Duplex, error: AppError): void;
}

/** Time that the client has to read the answer and close the connection. */
const FAREWELL_MILLISECONDS = 2_000;

/** Sends the usual problem documents (core.md section 2.1), without members that depend on a request. */
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
      socket.on('error', () => undefined); // nobody is left to tell
      socket.end(`${status}Date: ${new Date().toUTCString()}\r\n${lines.join('')}\r\n${body}`);
      // The rest of the request is read and dropped: a connection closed over unread bytes would take the answer along.
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
