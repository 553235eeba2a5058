import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { ApiResponse } from '../../kernel/contract/http.js';

/** What a key stands for; the text of the key is in none of it. */
export interface KeyOfCaller {
  /** Names the row. */
  readonly id: string;
  /** Opens its answer. */
  readonly secret: Buffer;
}

/** A key means something for its caller alone: the same text of another one is another key. */
export function keyOfCaller(key: string, caller: string): KeyOfCaller {
  const whole = JSON.stringify([caller, key]);
  return {
    id: createHash('sha256').update(`id ${whole}`).digest('hex'),
    secret: Buffer.from(hkdfSync('sha256', whole, '', 'answer', 32)),
  };
}

/** Bytes of a body that are kept; of a larger answer all but the body is. */
const LARGEST = 1_000_000;

/** An answer as a text that only its key opens; what is encrypted may hold secrets, which are shown once. */
export function sealAnswer(response: ApiResponse, mediaType: string, secret: Buffer): string {
  const { status, headers, version, cache = 'private' } = response;
  const text = textOf(response);
  const contentType =
    text === undefined ? undefined : (response.contentType ?? `${mediaType}; charset=utf-8`);
  const kept = { status, headers: withoutCookies(headers), version, cache, text, contentType };
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(kept), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function openAnswer(sealed: string, secret: Buffer): ApiResponse {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  const opened = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  const { text, ...kept } = JSON.parse(opened) as ApiResponse & { readonly text?: string }; // sealed above
  return { ...kept, ...(text === undefined ? {} : { content: text }) };
}

function textOf({ body, content, status }: ApiResponse): string | undefined {
  if (status === 204 || (content !== undefined && typeof content !== 'string')) return undefined;
  const text = content ?? (body === undefined ? undefined : JSON.stringify(body));
  return text === undefined || Buffer.byteLength(text) > LARGEST ? undefined : text;
}

const withoutCookies = (headers: ApiResponse['headers'] = {}): ApiResponse['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'set-cookie'));
