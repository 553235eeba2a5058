import busboy from 'busboy';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MULTIPART } from '../contract/http/media-types.js';
import { kernelErrors, payloadTooLarge } from '../errors/catalog.js';
import { assertUncompressed, BROKEN_OFF, discardRest, RequestAborted } from './request-body.js';

export interface MultipartFile {
  /** Name of the part. */
  readonly field: string;
  /** The name of the file as the client sent it, without directories; empty when it sent none. */
  readonly name: string;
  /** Must be consumed: the parts after it come when this one was read. */
  readonly content: Readable;
}

/** A part without a file. */
export interface MultipartText {
  readonly name: string;
  readonly value: string;
  /** The value was longer than what is read of it. */
  readonly isCut: boolean;
}

export interface MultipartOptions {
  /** Largest body in bytes. */
  readonly limit: number;
  /** Most parts; 100 unless said otherwise. */
  readonly maxParts?: number;
  /** The number of bytes of a text that are read; 1024 by default. */
  readonly maxTextBytes?: number;
  onFile(file: MultipartFile): Promise<void>;
  onText?(text: MultipartText): void;
}

const MAX_PARTS = 100;
const MAX_TEXT_BYTES = 1024;

/** Whether a body comes in parts; parameters of the type are left to the parser. */
export const isMultipart = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  type.split(';', 1)[0]?.trim().toLowerCase() === MULTIPART;

/**
 * Streams the files of a `multipart/form-data` body to `onFile`, and hands other parts to `onText`.
 * @throws AppError 400 for a malformed body, 413 for one beyond the limit, 415 for a compressed one; whatever `onFile` and
 * `onText` throw.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<void> {
  assertUncompressed(request.headers);
  // Whoever left before would not be heard leaving.
  if (request.destroyed && !request.readableEnded) throw new RequestAborted(BROKEN_OFF);
  if (Number(request.headers['content-length'] ?? 0) > options.limit) {
    discardRest(request);
    throw payloadTooLarge(options.limit);
  }
  const parser = createParser(request, options);
  await new Promise<void>((resolve, reject) => parse({ request, parser }, options, { resolve, reject }));
}

function createParser(
  request: IncomingMessage,
  { maxParts = MAX_PARTS, maxTextBytes = MAX_TEXT_BYTES }: MultipartOptions,
): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: { parts: maxParts, fieldSize: maxTextBytes, fieldNameSize: 200, headerPairs: 50 },
    });
  } catch {
    discardRest(request);
    throw kernelErrors.malformedMultipart('The multipart body has no valid boundary.');
  }
}

function parse(
  { request, parser }: { readonly request: IncomingMessage; readonly parser: busboy.Busboy },
  { limit, maxParts = MAX_PARTS, onFile, onText }: MultipartOptions,
  { resolve, reject }: { readonly resolve: () => void; readonly reject: (error: unknown) => void },
): void {
  let receiving = Promise.resolve();
  let failed = false;
  let size = 0;
  // The answer waits for every file, so that nothing is still being written when the caller cleans up.
  const fail = (error: unknown): void => {
    if (failed) return;
    failed = true;
    request.off('data', count).off('close', onClose);
    request.unpipe(parser);
    parser.destroy();
    discardRest(request);
    void receiving.then(() => reject(error));
  };
  const count = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) fail(payloadTooLarge(limit));
  };
  const onClose = (): void => {
    if (!request.complete) fail(new RequestAborted(BROKEN_OFF));
  };
  // A part whose name is empty has none for the parser, whatever its types say.
  parser.on('file', (field: string | undefined, content, { filename }) => {
    content.on('error', () => undefined); // reported by the parser and by whoever reads it
    // One after the other, so that a form of many pictures is no flood.
    receiving = receiving
      .then(() => (failed ? undefined : onFile({ field: field ?? '', name: filename ?? '', content })))
      .catch(fail);
  });
  parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
    if (failed) return;
    try {
      onText?.({ name: name ?? '', value, isCut: valueTruncated });
    } catch (error) {
      fail(error);
    }
  });
  parser.on('partsLimit', () => fail(kernelErrors.tooManyParts(maxParts)));
  parser.on('error', () => fail(kernelErrors.malformedMultipart('The multipart body is malformed.')));
  parser.on('close', () => {
    request.off('close', onClose);
    if (!failed) void receiving.then(() => failed || resolve());
  });
  request.on('data', count).on('close', onClose);
  request.pipe(parser);
}
