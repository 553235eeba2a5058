import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { unsupportedMediaType } from '../errors/catalog.js';

/** Maximum bytes of a rejected body to read and discard, so that the client receives the response. */
const MAX_DISCARDED = 16 * 1024 * 1024;

/** Checks that the body has no content encoding. @throws AppError 415 */
export function assertUncompressed(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw unsupportedMediaType('Compressed request bodies are not supported.');
  }
}

/** The client disconnected before the body was complete, so no response is sent. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted';
}

/** Error message for an incomplete body. */
export const BROKEN_OFF = 'The request ended before its body was complete.';

/** Reads and discards the rest of a rejected body, so that the client receives the response. */
export function discardRest(request: IncomingMessage): void {
  let discarded = 0;
  request.on('data', (chunk: Buffer) => {
    discarded += chunk.length;
    if (discarded > MAX_DISCARDED) request.destroy();
  });
  request.on('error', () => undefined); // The response has already been determined.
  request.resume();
}
