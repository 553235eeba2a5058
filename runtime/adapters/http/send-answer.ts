import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WireAnswer } from '../../kernel/contract/http/wire-answer.js';
import type { Exchange } from './exchange.js';

/** The size of a piece that is written at once; small enough to tell a client that takes it slowly from one that takes nothing. */
const PIECE_BYTES = 64 * 1024;

/**
 * Writes the answer; HEAD gets the headers only.
 * @throws whatever a streamed body fails with before its first byte, when an error can still be answered.
 */
export async function sendAnswer(exchange: Exchange, { status, headers, body }: WireAnswer): Promise<void> {
  const { request, response } = exchange;
  if (response.destroyed || response.headersSent) {
    if (body instanceof Readable) body.destroy();
    return;
  }
  if (!(body instanceof Readable)) {
    exchange.begin?.();
    response.writeHead(status, lengthOfEmpty(status, headers));
    if (request.method === 'HEAD' || body === undefined) response.end();
    else if (isLarge(body)) await stream(piecesOf(body), exchange);
    else response.end(body);
    return;
  }
  if (request.method === 'HEAD') {
    body.destroy();
    response.writeHead(status, headers).end();
    return;
  }
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
  if (response.headersSent) {
    body.destroy(); // it took too long, and was answered meanwhile
    return;
  }
  exchange.begin?.();
  response.writeHead(status, headers);
  await stream(body, exchange);
}

/** Larger than what is written at once. */
export const isLarge = (body: string | Buffer): boolean => body.length > PIECE_BYTES;

/** Writes such a body piece by piece. @throws when the connection breaks off. */
export const sendLarge = (body: Buffer, response: ServerResponse): Promise<void> =>
  pipeline(piecesOf(body), response);

async function stream(
  body: Readable | Iterable<Buffer>,
  { request, response, log }: Exchange,
): Promise<void> {
  try {
    await pipeline(body, response);
  } catch (err) {
    if (!request.destroyed) log.warn({ msg: 'streamed response aborted', err });
    response.destroy();
  }
}

function* piecesOf(body: string | Buffer): Generator<Buffer> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    yield bytes.subarray(start, start + PIECE_BYTES);
  }
}

/** The length of an empty answer: without it, an empty answer on a kept-alive connection would be sent in chunks. */
function lengthOfEmpty(status: number, headers: WireAnswer['headers']): WireAnswer['headers'] {
  // The length of what is coded for others alone is not known.
  if ('Content-Length' in headers || 'Content-Encoding' in headers) return headers;
  if (status === 204 || status === 304) return headers;
  return { ...headers, 'Content-Length': '0' };
}
