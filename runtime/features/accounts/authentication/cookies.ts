import { readCookie } from '../../../kernel/util/http/read-cookie.js';
import type { AccountsConfig } from '../settings.js';

export interface JwtCookie {
  readonly name: string;
  /** Returns the `Set-Cookie` value that stores a JWT for as long as its session can be refreshed. */
  write(jwt: string, now: Date): string;
  /** `Set-Cookie` value that deletes the JWT in the browser (accounts.md section 2.3). */
  readonly cleared: string;
  /** Returns the cookie of a request; undefined if missing or empty. */
  read(header: string | undefined): string | undefined;
}

/**
 * Creates the session cookie of accounts.md section 2.1: host-only, Secure and HttpOnly. It outlives its JWT so that an
 * expired JWT can be refreshed.
 */
export function createJwtCookie(config: Pick<AccountsConfig, 'refreshToken' | 'jwt'>): JwtCookie {
  const { cookieName: name, ttl } = config.refreshToken;
  const attributes = `path=/; secure; httponly; samesite=${config.jwt.cookieSameSite}`;
  return {
    name,
    write(jwt, now) {
      const expires = new Date(now.getTime() + ttl * 1000).toUTCString();
      return `${name}=${jwt}; expires=${expires}; Max-Age=${ttl}; ${attributes}`;
    },
    cleared: `${name}=x.x.x; expires=${new Date(1000).toUTCString()}; Max-Age=0; ${attributes}`,
    read: (header) => readCookie(header, name),
  };
}
