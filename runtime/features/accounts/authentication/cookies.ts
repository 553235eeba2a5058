import { readCookie } from '../../../kernel/util/http/read-cookie.js';
import type { AccountsConfig } from '../settings.js';

export interface JwtCookie {
  readonly name: string;
  /** `Set-Cookie` value that stores a JWT for as long as its session may be refreshed. */
  write(jwt: string, now: Date): string;
  /** `Set-Cookie` value that makes the browser forget the JWT (accounts.md section 2.3). */
  readonly cleared: string;
  /** The cookie of a request; undefined when it was not sent or is empty. */
  read(header: string | undefined): string | undefined;
}

/** Accounts.md section 2.1: host-only, Secure and HttpOnly; it outlives its JWT so that an expired one can be refreshed. */
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
