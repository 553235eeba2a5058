import type { IncomingMessage } from 'node:http';
import type { EmbeddedHubOptions } from './options.js';
import { HubRefusal } from './hub-refusal.js';
import { readToken, type Grants } from './hub-token.js';

/** Minimum length of a signed token; the reference hub has the same limit. */
const SHORTEST_TOKEN = 41;

/**
 * Returns the grants of a request's token, or undefined without a token. The header wins over the cookie, even if it
 * is invalid (realtime.md section 1.3).
 * @throws HubRefusal 400 for an invalid header, or a POST with a cookie from an unknown origin; 401 for an invalid
 * token
 */
export function readCredentials(request: IncomingMessage, options: EmbeddedHubOptions): Grants | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined) {
    const token = /^bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
    if (token === undefined || token.length < SHORTEST_TOKEN) {
      throw new HubRefusal(400, 'Write "Authorization: Bearer" and an access token.', 'invalid_request');
    }
    return readToken(token, options);
  }
  const token = readCookie(request.headers.cookie ?? '', options.cookieName);
  if (token === undefined) return undefined;
  if (request.method === 'POST' && !isKnownPage(request, options)) {
    throw new HubRefusal(400, 'The origin of the request may not publish by cookie.', 'invalid_request');
  }
  return readToken(token, options);
}

function readCookie(header: string, name: string): string | undefined {
  const found = header.split(';').find((pair) => pair.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1);
}

function isKnownPage({ headers }: IncomingMessage, { publicUrl, allowsOrigin }: EmbeddedHubOptions): boolean {
  const page = headers.origin ?? headers.referer ?? '';
  if (!URL.canParse(page)) return false;
  const { origin } = new URL(page);
  return origin === new URL(publicUrl).origin || allowsOrigin(origin);
}
