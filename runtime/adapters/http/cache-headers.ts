import type { AppConfig } from '../../config/app-config.js';
import type { ApiResponse } from '../../kernel/contract/http/http.js';

export interface CacheFacts {
  readonly response: Pick<ApiResponse, 'cache' | 'expiresAt' | 'status'>;
  /** GET or HEAD. */
  readonly isRead: boolean;
  readonly isSignedIn: boolean;
  readonly setsCookie: boolean;
  readonly now: Date;
}

/** Value of the header for an answer. */
export type CacheControl = (facts: CacheFacts) => string;

const PRIVATE = 'private, no-store';
const UNCACHED = 'no-cache, private';

/** Rules of core.md section 1.7 under contract decision 22. */
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

/** Whether a read got what it asked for; "not modified" carries the headers of what it stands for. */
export const answersRead = (status: number): boolean => (status >= 200 && status < 300) || status === 304;

const publicValue = (maxAge: number, sharedMaxAge: number): string =>
  `max-age=${maxAge}, public, s-maxage=${sharedMaxAge}`;
