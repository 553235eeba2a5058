import type { IncomingMessage } from 'node:http';
import type { EmbeddedHubOptions } from './options.js';
import { HubRefusal } from './hub-refusal.js';
import { readToken, type Grants } from './hub-token.js';

/** Shorter ones cannot be signed tokens; the reference hub draws the line here. */
const SHORTEST_TOKEN = 41;

/**
 * The grants that a request presents, or undefined when it presents none. The header beats the cookie, even when it
 * cannot be read (realtime.md section 1.3).
 * @throws HubRefusal 400 on a header that cannot be read and on a POST by cookie from an unknown page; 401 on a token
 * that is not valid.
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
