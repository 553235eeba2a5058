import type { IncomingMessage } from 'node:http';
import type { JsonObject, JsonValue } from '../../kernel/contract/json.js';
import { badRequest } from '../../kernel/errors/catalog.js';
import { createByteCollector } from './byte-collector.js';
import { assertContentType } from './negotiation.js';
import {
  assertUncompressed,
  discardRest,
  payloadTooLarge,
  RequestAborted,
  BROKEN_OFF,
} from '../../kernel/endpoints/request-body.js';
import { isJsonObject } from '../../kernel/util/json-object.js';

export interface JsonBodyOptions {
  readonly accepts: readonly string[];
  /** Largest body in bytes. */
  readonly limit: number;
}

const MAX_NESTING = 64;

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
  assertNesting(text);
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue; // it yields no others
  } catch {
    throw badRequest('Syntax error', 'REQUEST.MALFORMED_JSON');
  }
  if (SUSPECT.test(text)) assertStorable(value, '');
  return value;
}

/** Cheap test on the text for everything that `assertStorable` refuses; escapes can hide any character. */
const SUSPECT = /\\u|__proto__|\d[eE]\+?\d{3}|\d{309}/;

function assertNesting(text: string): void {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === BACKSLASH) index += 1;
      else if (code === QUOTE) inString = false;
    } else if (code === QUOTE) inString = true;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_NESTING) throw badRequest('The request body is nested too deeply.');
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth -= 1;
  }
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;

/** No database stores NUL or half a surrogate pair, and a `__proto__` member would reach code that copies members. */
function assertStorable(value: JsonValue | undefined, path: string): void {
  if (typeof value === 'string') assertText(value, path);
  else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw badRequest(`The number at "${path}" is out of range.`);
  } else if (Array.isArray(value)) {
    value.forEach((entry: JsonValue, index) => assertStorable(entry, `${path}[${index}]`));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      assertText(name, path);
      if (name === '__proto__') throw badRequest('The member name "__proto__" is not allowed.');
      assertStorable(member, path === '' ? name : `${path}.${name}`);
    }
  }
}

function assertText(text: string, path: string): void {
  if (text.includes('\0') || !isWellFormed(text)) {
    throw badRequest(`The text at "${path}" contains a character that cannot be stored.`);
  }
}

/** False when the text holds half a surrogate pair. */
const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text);
