import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { unsupportedMediaType } from '../errors/catalog.js';

/** The bytes of a refused body that are read and dropped, so that the client gets to see the answer. */
const MAX_DISCARDED = 16 * 1024 * 1024;

/** @throws AppError 415 for a body under a content encoding. */
export function assertUncompressed(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupportedMediaType('Compressed request bodies are not supported.');
  }
}

/** The client went away before its body was complete; nobody is left to answer. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

/** The error for such a body, wherever it is noticed. */
export const BROKEN_OFF = 'The request ended before its body was complete.';

/** Reads and drops the rest of a refused body, so that the client gets to see the answer. */
export function discardRest(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED) request.destroy();
  });
  request.on('error', () => undefined); // the answer is already decided
  request.resume();
}
