import type { IncomingHttpHeaders } from 'node:http';
import type { JwtCookie } from './cookies.js';
import { bearerToken } from '../../../kernel/util/bearer-token.js';

/** Accounts.md section 2.3: the Bearer header wins over the cookie; a header of another kind is as if not sent. */
export function extractToken(headers: IncomingHttpHeaders, cookie: JwtCookie): string | undefined {
  return bearerToken(headers) ?? cookie.read(headers.cookie);
}
