import { Readable } from 'node:stream';
import type { ApiResponse } from '../../../kernel/contract/http/http.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { VISIBILITY_TAG } from '../../../kernel/unit-of-work/cache-tags.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import { shortTag } from '../tag-text.js';

/** A response that is the same for all anonymous callers. */
export interface Shareable extends Pick<WireAnswer, 'headers'> {
  readonly body: string | Buffer;
  readonly tags: readonly string[];
  /** Maximum age in seconds for shared caches. */
  readonly seconds: number;
  /** Time at which the content changes without a write. */
  readonly expiresAt: Date | undefined;
}

/** Returns the cacheable part of a response to a read, if it can be sent to other callers. */
export function shareableOf(
  { status, headers, body }: WireAnswer,
  response: ApiResponse,
): Shareable | undefined {
  const { tags, expiresAt } = response;
  if (status !== 200 || tags === undefined || body === undefined || body instanceof Readable)
    return undefined;
  // An endpoint's own `Cache-Control` may not apply to cached responses.
  if ('Set-Cookie' in headers || statesCacheControl(response)) return undefined;
  const seconds = Number(/\bpublic\b.*\bs-maxage=(\d+)/.exec(String(headers['Cache-Control']))?.[1] ?? 0);
  return seconds > 0 ? { headers, body, tags: [...tags, VISIBILITY_TAG], seconds, expiresAt } : undefined;
}

const statesCacheControl = ({ headers = {} }: ApiResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'cache-control');

/** Returns the tags of a response that shared caches may store, whether this service caches it or not. */
export function taggedOf({ headers }: WireAnswer, { tags }: ApiResponse, since: number): Tagged | undefined {
  if (tags === undefined || !String(headers['Cache-Control']).includes('public')) return undefined;
  return {
    // Hashed only if something was invalidated in the meantime.
    get tags() {
      return [...tags, VISIBILITY_TAG].map(shortTag);
    },
    since,
    checked: since,
  };
}
