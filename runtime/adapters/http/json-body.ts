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

/** Puts the chunks of a body together. */
interface ByteCollector {
  readonly size: () => number;
  add(chunk: Buffer): void;
  /** Everything that was added. */
  bytes(): Buffer;
}

export interface JsonBodyOptions {
  readonly accepts: readonly string[];
  /** Largest body in bytes. */
  readonly limit: number;
}

/**
 * Reads a JSON object from the request.
 * @throws AppError 415, 413, or 400 with a detail that says what is wrong.
 */
export async function readJsonBody(request: IncomingMessage, options: JsonBodyOptions): Promise<JsonObject> {
  return parseJsonObject(await readContent(request, options));
}

/**
 * Reads any JSON value from the request; undefined where there is no body, whatever its type is said to be.
 * @throws AppError as `readJsonBody`, but for values that are no object.
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

/** @throws AppError 400 for anything but one well-formed JSON object of storable text and finite numbers. */
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
 * Holds at most twice as many bytes as were added, in however many chunks they come: each of those is an object many times
 * larger than a byte. A body of one chunk, the usual one, is handed on as it is. `announced` is the length of the body
 * where it is known; nothing is set aside for it before it arrives.
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
        // The first chunk belongs to somebody else; it is full, so it is never written to.
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
