import type { IncomingMessage } from 'node:http';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { parseJsonText } from '../../kernel/endpoints/json-text.js';
import {
  assertUncompressed,
  BROKEN_OFF,
  discardRest,
  RequestAborted,
} from '../../kernel/endpoints/request-body.js';
import { badRequest, payloadTooLarge } from '../../kernel/errors/catalog.js';
import { isJsonObject } from '../../kernel/util/json-object.js';
import { assertContentType } from './negotiation.js';

/** Joins the chunks of a body. */
interface ByteCollector {
  readonly size: () => number;
  add(chunk: Buffer): void;
  /** Returns everything that was added. */
  bytes(): Buffer;
}

export interface JsonBodyOptions {
  readonly accepts: readonly string[];
  /** Maximum body size in bytes. */
  readonly limit: number;
}

/**
 * Reads a JSON object from the request.
 * @throws AppError 415, 413, or 400 with the reason.
 */
export async function readJsonBody(request: IncomingMessage, options: JsonBodyOptions): Promise<JsonObject> {
  return parseJsonObject(await readContent(request, options));
}

/**
 * Reads any JSON value from the request; undefined without a body, whatever its content type.
 * @throws AppError like `readJsonBody`, except for non-object values.
 */
export async function readJsonValue(
  request: IncomingMessage,
  options: JsonBodyOptions,
): Promise<JsonValue | undefined> {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (Number(length) === 0 && encoding === undefined) return undefined;
  const bytes = await readContent(request, options);
  return bytes.length === 0 ? undefined : parseJson(bytes);
}

async function readContent(request: IncomingMessage, { accepts, limit }: JsonBodyOptions): Promise<Buffer> {
  assertContentType(request.headers, accepts);
  assertUncompressed(request.headers);
  return readBytes(request, limit);
}

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const length = request.headers['content-length'];
  const announced = length === undefined ? undefined : Number(length);
  if (announced !== undefined && announced > limit) {
    discardRest(request);
    return Promise.reject(payloadTooLarge(limit));
  }
  if (request.destroyed && !request.readableEnded) return Promise.reject(new RequestAborted(BROKEN_OFF));
  return new Promise((resolve, reject) => {
    const collected = createByteCollector(announced);
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
    };
    const onData = (chunk: Buffer): void => {
      if (collected.size() + chunk.length <= limit) {
        collected.add(chunk);
        return;
      }
      stop();
      discardRest(request);
      reject(payloadTooLarge(limit));
    };
    const onEnd = (): void => {
      stop();
      resolve(collected.bytes());
    };
    const onClose = (): void => {
      stop();
      reject(new RequestAborted(BROKEN_OFF));
    };
    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

const DECODER = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON object. @throws AppError 400 unless it is well-formed with storable text and finite numbers.
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  const value = parseJson(bytes);
  if (!isJsonObject(value)) throw badRequest('The request body must be a JSON object.');
  return value;
}

function parseJson(bytes: Uint8Array): JsonValue {
  let text: string;
  try {
    text = DECODER.decode(bytes);
  } catch {
    throw badRequest('The request body is not valid UTF-8.');
  }
  return parseJsonText(text);
}

/**
 * Collects a body with at most twice its memory. Chunk objects are not kept, because many small ones would
 * take far more memory than their bytes. A single chunk, the usual case, is returned as it is. `announced` is
 * the length of the body if known; no memory is reserved for it in advance.
 */
export function createByteCollector(announced = Infinity): ByteCollector {
  let room: Buffer = Buffer.alloc(0);
  let size = 0;
  return {
    size: () => size,
    add(chunk) {
      const needed = size + chunk.length;
      if (size === 0) room = chunk;
      else {
        // The first chunk is not owned by the collector. It is full, so it is never written to.
        if (needed > room.length)
          room = enlarge(room, size, Math.max(needed, Math.min(2 * needed, announced)));
        chunk.copy(room, size);
      }
      size = needed;
    },
    bytes: () => room.subarray(0, size),
  };
}

function enlarge(room: Buffer, used: number, length: number): Buffer {
  const larger = Buffer.allocUnsafeSlow(length);
  room.copy(larger, 0, 0, used);
  return larger;
}
