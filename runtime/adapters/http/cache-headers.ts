import { createHash } from 'node:crypto';
import type { AppConfig } from '../../config/app-config.js';
import type { ApiResponse } from '../../kernel/contract/http.js';
import { coarserTag, printableTag, shortTag } from '../../kernel/util/tag-text.js';

export interface CacheFacts {
  readonly response: Pick<ApiResponse, 'cache' | 'expiresAt' | 'status'>;
  /** GET or HEAD. */
  readonly isRead: boolean;
  readonly isSignedIn: boolean;
  readonly setsCookie: boolean;
  readonly now: Date;
}

export interface CachePolicy {
  cacheControl(facts: CacheFacts): string;
  /** Name and value of the tag header of a publicly cacheable answer, undefined when it can't carry one. */
  tagHeader(tags: Iterable<string>): readonly [name: string, value: string] | undefined;
}

const PRIVATE = 'private, no-store';
const UNCACHED = 'no-cache, private';
/** Proxies refuse answers with larger headers; one whose tags fit in no form isn't kept by shared caches. */
const MAX_TAG_BYTES = 4_000;

/** Rules of core.md section 1.7 under contract decision 22. */
export function createCachePolicy(config: Pick<AppConfig, 'cacheHeaders' | 'httpCache'>): CachePolicy {
  const { maxAge, sharedMaxAge } = config.cacheHeaders;
  const usual = publicValue(maxAge, sharedMaxAge);
  return {
    cacheControl({ response, isRead, isSignedIn, setsCookie, now }) {
      if (isSignedIn || setsCookie || response.cache === 'private') return PRIVATE;
      if (!isRead || !answersRead(response.status) || response.cache === 'none') return UNCACHED;
      if (response.cache === 'user') return 'max-age=0, private';
      if (response.expiresAt === undefined) return usual;
      const left = Math.max(0, Math.floor((response.expiresAt.getTime() - now.getTime()) / 1000));
      return publicValue(Math.min(maxAge, left), Math.min(sharedMaxAge, left));
    },
    tagHeader: (tags) => buildTagHeader(config.httpCache.purger, tags),
  };
}

/** Whether a read got what it asked for; "not modified" carries the headers of what it stands for. */
export const answersRead = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

export const NOT_SHARED = 'max-age=0, public, s-maxage=0';

const publicValue = (maxAge: number, sharedMaxAge: number): string =>
  `max-age=${maxAge}, public, s-maxage=${sharedMaxAge}`;

/** Where caches are told what to drop, tags are short; an answer with too many has one for all items of a type. */
function buildTagHeader(
  purger: AppConfig['httpCache']['purger'],
  tags: Iterable<string>,
): readonly [string, string] | undefined {
  const [name, glue] = TAG_HEADERS[purger];
  const print = purger === 'none' ? printableTag : shortTag;
  const textOf = (all: readonly string[]): string => [...new Set(all)].map(print).join(glue);
  const exact = [...tags];
  const value = textOf(exact);
  if (value.length <= MAX_TAG_BYTES) return [name, value];
  const coarse = textOf(exact.map(coarserTag));
  return coarse.length > MAX_TAG_BYTES ? undefined : [name, coarse];
}

const TAG_HEADERS = {
  none: ['Cache-Tags', ','],
  'varnish-xkey': ['xkey', ' '],
  souin: ['Surrogate-Key', ', '],
  'surrogate-key': ['Surrogate-Key', ' '],
  cloudflare: ['Cache-Tag', ','],
} as const;

/** Strong validator of these bytes. */
export const entityTag = (body: Buffer | string): string =>
  `"${createHash('sha1').update(body).digest('base64url')}"`;

/** Weak comparison over `*` and lists (RFC 9110 section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
