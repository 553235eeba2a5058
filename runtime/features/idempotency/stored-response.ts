import { createHash } from 'node:crypto';
import type { ApiResponse } from '../../kernel/contract/http/http.js';
import { InternalError } from '../../kernel/errors/internal-error.js';
import type { StoredResponse } from './present-rights.js';
import { createSealedTexts, type SealedTexts } from '../../kernel/util/text/sealed-texts.js';

/** Values derived from a key; none of them reveals the key. */
export interface KeyOfCaller {
  /** Primary key of the row. */
  readonly id: string;
  /** Encrypts and decrypts the response. */
  readonly texts: SealedTexts;
}

/** Derives the values of a key for one caller. The same key of another caller is independent. */
export function keyOfCaller(key: string, caller: string): KeyOfCaller {
  const whole = JSON.stringify([caller, key]);
  return {
    id: createHash('sha256').update(`id ${whole}`).digest('hex'),
    texts: createSealedTexts(whole, 'answer'),
  };
}

/** Maximum size of a stored body in bytes. Larger responses are stored without their body. */
const LARGEST = 1_000_000;

/** Encrypts a response with its key, because responses can contain secrets that are shown only once. */
export function sealAnswer(
  { response, rights }: StoredResponse,
  mediaType: string,
  { id, texts }: KeyOfCaller,
): string {
  const { status, headers, version, cache = 'private' } = response;
  const text = textOf(response);
  const contentType =
    text === undefined ? undefined : (response.contentType ?? `${mediaType}; charset=utf-8`);
  const kept = { status, headers: withoutCookies(headers), version, cache, text, contentType, rights };
  return texts.seal(JSON.stringify(kept), id);
}

export function openAnswer(sealed: string, { id, texts }: KeyOfCaller): StoredResponse {
  const opened = texts.open(sealed, id);
  if (opened === undefined) throw new InternalError('The answer of a key is sealed for another one');
  // Format of `sealAnswer`.
  const { text, rights, ...kept } = JSON.parse(opened) as Sealed;
  return { response: { ...kept, ...(text === undefined ? {} : { content: text }) }, rights };
}

type Sealed = ApiResponse & { readonly text?: string; readonly rights: string };

function textOf({ body, content, status }: ApiResponse): string | undefined {
  if (status === 204 || (content !== undefined && typeof content !== 'string')) return undefined;
  const text = content ?? (body === undefined ? undefined : JSON.stringify(body));
  return text === undefined || Buffer.byteLength(text) > LARGEST ? undefined : text;
}

const withoutCookies = (headers: ApiResponse['headers'] = {}): ApiResponse['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'set-cookie'));
