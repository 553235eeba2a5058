import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Exchange } from './exchange.js';
import type { WireAnswer } from './wire-answer.js';

/**
 * Writes the answer; HEAD gets the headers only.
 * @throws whatever a streamed body fails with before its first byte, when an error can still be answered.
 */
export async function sendAnswer(exchange: Exchange, { status, headers, body }: WireAnswer): Promise<void> {
  const { request, response, log } = exchange;
  if (response.destroyed || response.headersSent) {
    if (body instanceof Readable) body.destroy();
    return;
  }
  if (!(body instanceof Readable)) {
    response.writeHead(status, lengthOfEmpty(status, headers));
    response.end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  if (request.method === 'HEAD') {
    body.destroy();
    response.writeHead(status, headers).end();
    return;
  }
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
  response.writeHead(status, headers);
  try {
    await pipeline(body, response);
  } catch (err) {
    if (!request.destroyed) log.warn({ msg: 'a streamed answer broke off', err });
    response.destroy();
  }
}

/** Without a length, an empty answer on a kept-alive connection would be sent in chunks. */
function lengthOfEmpty(status: number, headers: WireAnswer['headers']): WireAnswer['headers'] {
  if (status === 204 || status === 304 || 'Content-Length' in headers) return headers;
  return { ...headers, 'Content-Length': '0' };
}
