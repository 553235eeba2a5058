import type { IncomingMessage, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AppError } from '../../kernel/errors/app-error.js';
import { buildProblem } from './problem-details.js';
import type { ProblemOptions } from '../../kernel/errors/problem-body.js';
import { buildStaticHeaders } from './response-headers.js';
import type { HeaderFacts } from './response-headers.js';
import { JSON_LD } from '../../kernel/contract/media-types.js';

/** The configuration that answers depend on whoever asks. */
export type RefusalConfig = ProblemOptions & HeaderFacts['config'];

/** Refusals of what never becomes a request of the API. They end the connection. */
export interface ConnectionRefusals {
  /** Answers unless an answer has begun; whoever still reads the body learns that it broke off. */
  refuseRequest(request: IncomingMessage, response: ServerResponse, error: AppError): void;
  /** Answers on a connection on which no request is open. */
  refuseConnection(socket: Duplex, error: AppError): void;
}

/** How long the client has to read such an answer and hang up. */
const FAREWELL_MILLISECONDS = 2_000;

/** The same problem documents as everywhere (core.md section 2.1), without anything that only a request could tell. */
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
      // What still comes in is read and dropped: a connection closed over unread bytes would take the answer along.
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
