import busboy from 'busboy';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { MULTIPART } from '../contract/http/media-types.js';
import { kernelErrors, payloadTooLarge } from '../errors/catalog.js';
import { assertUncompressed, BROKEN_OFF, discardRest, RequestAborted } from './request-body.js';

export interface MultipartFile {
  /** Name of the part. */
  readonly field: string;
  /** File name sent by the client, without directories; empty if there is none. */
  readonly name: string;
  /** Content stream. It must be consumed before the next part arrives. */
  readonly content: Readable;
}

/** A part without a file. */
export interface MultipartText {
  readonly name: string;
  readonly value: string;
  /** Whether the value exceeded the limit and was truncated. */
  readonly isCut: boolean;
}

export interface MultipartOptions {
  /** Maximum body size in bytes. */
  readonly limit: number;
  /** Maximum number of parts; default 100. */
  readonly maxParts?: number;
  /** Maximum bytes to read of a text part; default 1024. */
  readonly maxTextBytes?: number;
  onFile(file: MultipartFile): Promise<void>;
  onText?(text: MultipartText): void;
}

const MAX_PARTS = 100;
const MAX_TEXT_BYTES = 1024;

/** Returns whether the content type is multipart. The parser checks the parameters of the type. */
export const isMultipart = ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean =>
  type.split(';', 1)[0]?.trim().toLowerCase() === MULTIPART;

/**
 * Streams the files of a `multipart/form-data` body to `onFile` and passes other parts to `onText`.
 * @throws AppError 400 for a malformed body, 413 for one beyond the limit, 415 for a compressed one; rethrows
 * errors of `onFile` and `onText`.
 */
export async function readMultipart(request: IncomingMessage, options: MultipartOptions): Promise<void> {
  assertUncompressed(request.headers);
  // If the client has already disconnected, no event would report it.
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
  // Waits for every file, so that nothing is still being written when the caller cleans up.
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
  // The parser passes undefined for an empty part name, despite its types.
  parser.on('file', (field: string | undefined, content, { filename }) => {
    content.on('error', () => undefined); // Reported by the parser and by the reader of the stream.
    // Files are processed one at a time to limit the load of a form with many images.
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
