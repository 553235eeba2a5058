import { createHash } from 'node:crypto';
import type { AppConfig } from '../../config/app-config.js';
import type { ApiResponse } from '../../kernel/contract/http.js';

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
/** Proxies refuse answers with larger headers; an answer with more tags than fit isn't kept by shared caches. */
const MAX_TAG_BYTES = 7_000;

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

function buildTagHeader(
  purger: AppConfig['httpCache']['purger'],
  tags: Iterable<string>,
): readonly [string, string] | undefined {
  const [name, glue] = TAG_HEADERS[purger];
  const value = [...new Set(tags)].map(printable).join(glue);
  return value.length > MAX_TAG_BYTES ? undefined : [name, value];
}

const TAG_HEADERS = {
  none: ['Cache-Tags', ','],
  'varnish-xkey': ['xkey', ' '],
  souin: ['Surrogate-Key', ', '],
  'surrogate-key': ['Surrogate-Key', ', '],
} as const;

/** Route paths may hold any character, a header may not, and neither may a tag hold the glue; purgers do the same. */
const printable = (tag: string): string =>
  tag.replace(/[^\x21-\x2b\x2d-\x7e]/gu, (character) =>
    encodeURIComponent(character.replace(/\p{Surrogate}/u, '')),
  );

/** Strong validator of these bytes. */
export const entityTag = (body: Buffer | string): string =>
  `"${createHash('sha1').update(body).digest('base64url')}"`;

/** Weak comparison over `*` and lists (RFC 9110 section 13.1.2). */
export function matchesEntityTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}
