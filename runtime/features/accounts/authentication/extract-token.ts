import type { IncomingHttpHeaders } from 'node:http';
import type { JwtCookie } from './cookies.js';

/** Accounts.md section 2.3: the Bearer header wins over the cookie; a header of another kind is as if not sent. */
export function extractToken(headers: IncomingHttpHeaders, cookie: JwtCookie): string | undefined {
  return bearerToken(headers) ?? cookie.read(headers.cookie);
}

/** The token of a Bearer header; only who knows it can send it, so no other site makes a browser do so. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  const parts = authorization.split(' ');
  const [prefix, jwt] = parts;
  return parts.length === 2 && prefix?.toLowerCase() === 'bearer' && jwt ? jwt : undefined;
}
