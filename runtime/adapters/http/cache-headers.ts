import type { AppConfig } from '../../config/app-config.js';
import type { ApiResponse } from '../../kernel/contract/http/http.js';

export interface CacheFacts {
  readonly response: Pick<ApiResponse, 'cache' | 'expiresAt' | 'status'>;
  /** Whether the method is GET or HEAD. */
  readonly isRead: boolean;
  readonly isSignedIn: boolean;
  readonly setsCookie: boolean;
  readonly now: Date;
}

/** Returns the `Cache-Control` value of a response. */
export type CacheControl = (facts: CacheFacts) => string;

const PRIVATE = 'private, no-store';
const UNCACHED = 'no-cache, private';

/** Implements core.md section 1.7 with contract decision 22. */
export function createCacheControl(config: Pick<AppConfig, 'cacheHeaders'>): CacheControl {
  const { maxAge, sharedMaxAge } = config.cacheHeaders;
  const usual = publicValue(maxAge, sharedMaxAge);
  return ({ response, isRead, isSignedIn, setsCookie, now }) => {
    if (isSignedIn || setsCookie || response.cache === 'private') return PRIVATE;
    if (!isRead || !answersRead(response.status) || response.cache === 'none') return UNCACHED;
    if (response.cache === 'user') return 'max-age=0, private';
    if (response.expiresAt === undefined) return usual;
    const left = Math.max(0, Math.floor((response.expiresAt.getTime() - now.getTime()) / 1000));
    return publicValue(Math.min(maxAge, left), Math.min(sharedMaxAge, left));
  };
}

/** Returns whether a read succeeded. A 304 has the headers of the response it stands for. */
export const answersRead = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

const publicValue = (maxAge: number, sharedMaxAge: number): string =>
  `max-age=${maxAge}, public, s-maxage=${sharedMaxAge}`;
