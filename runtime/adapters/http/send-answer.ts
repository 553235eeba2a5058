import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { WireAnswer } from '../../kernel/contract/http/wire-answer.js';
import type { Exchange } from './exchange.js';

/** Size of a chunk. Small enough to distinguish a slow client from a stalled one. */
const PIECE_BYTES = 64 * 1024;

/**
 * Sends a response; HEAD gets only the headers.
 * @throws errors of a streamed body before its first byte, while an error response is still possible.
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
    body.destroy(); // It took too long and got an error response in the meantime.
    return;
  }
  exchange.begin?.();
  response.writeHead(status, headers);
  await stream(body, exchange);
}

/** Returns whether a body is larger than a chunk. */
export const isLarge = (body: string | Buffer): boolean => body.length > PIECE_BYTES;

/** Sends a large body in chunks. @throws if the connection is closed early. */
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

/** Adds the length of an empty body. Without it, the response would use chunked encoding. */
function lengthOfEmpty(status: number, headers: WireAnswer['headers']): WireAnswer['headers'] {
  // The length of content that is compressed for other clients is unknown.
  if ('Content-Length' in headers || 'Content-Encoding' in headers) return headers;
  if (status === 204 || status === 304) return headers;
  return { ...headers, 'Content-Length': '0' };
}
