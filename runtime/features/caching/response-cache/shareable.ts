import { Readable } from 'node:stream';
import type { ApiResponse } from '../../../kernel/contract/http/http.js';
import type { WireAnswer } from '../../../kernel/contract/http/wire-answer.js';
import { VISIBILITY_TAG } from '../../../kernel/unit-of-work/cache-tags.js';
import type { Tagged } from '../invalidation/dropped-tags.js';
import { shortTag } from '../tag-text.js';

/** An answer that is the same for all anonymous callers, for a while. */
export interface Shareable extends Pick<WireAnswer, 'headers'> {
  readonly body: string | Buffer;
  readonly tags: readonly string[];
  /** How long shared caches may keep it. */
  readonly seconds: number;
  /** The moment at which it changes by itself. */
  readonly expiresAt: Date | undefined;
}

/** The answer to a read, if it may be sent again to others who ask for the same. */
export function shareableOf(
  { status, headers, body }: WireAnswer,
  response: ApiResponse,
): Shareable | undefined {
  const { tags, expiresAt } = response;
  if (status !== 200 || tags === undefined || body === undefined || body instanceof Readable)
    return undefined;
  // A `Cache-Control` of the endpoint itself is not known to hold for kept answers.
  if ('Set-Cookie' in headers || statesCacheControl(response)) return undefined;
  const seconds = Number(/\bpublic\b.*\bs-maxage=(\d+)/.exec(String(headers['Cache-Control']))?.[1] ?? 0);
  return seconds > 0 ? { headers, body, tags: [...tags, VISIBILITY_TAG], seconds, expiresAt } : undefined;
}

const statesCacheControl = ({ headers = {} }: ApiResponse): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === 'cache-control');

/** What an answer that shared caches may store depends on, whether this service keeps it or not. */
export function taggedOf({ headers }: WireAnswer, { tags }: ApiResponse, since: number): Tagged | undefined {
  if (tags === undefined || !String(headers['Cache-Control']).includes('public')) return undefined;
  return {
    // They are hashed only if something was dropped meanwhile.
    get tags() {
      return [...tags, VISIBILITY_TAG].map(shortTag);
    },
    since,
    checked: since,
  };
}
