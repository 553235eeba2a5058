import type { IncomingHttpHeaders } from 'node:http';
import type { JwtCookie } from './cookies.js';

/** Accounts.md section 2.3: the Bearer header wins over the cookie; a header of another kind is as if not sent. */
export function extractToken(headers: IncomingHttpHeaders, cookie: JwtCookie): string | undefined {
  const parts = (headers.authorization ?? '').split(' ');
  const [prefix, jwt] = parts;
  if (parts.length === 2 && prefix?.toLowerCase() === 'bearer' && jwt) return jwt;
  return cookie.read(headers.cookie);
}
