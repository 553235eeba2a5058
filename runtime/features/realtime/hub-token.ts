import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import type { MercureConfig } from './settings.js';

/** Grant of a token: patterns, and literal topics. */
export interface TokenGrant {
  readonly action: 'publish' | 'subscribe';
  readonly patterns: readonly string[];
  readonly topics?: readonly string[];
}

export interface TokenTime {
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

export const DETAIL_TYPE = 'https://mercure.rocks/authorization-detail';

/**
 * Signs an access token of protocol 1.0 (realtime.md section 1.2). A caller without grants gets a token without
 * details, because the hub refuses an empty list.
 */
export function signHubToken(
  { jwt, secret }: Pick<MercureConfig, 'jwt'> & { readonly secret: string },
  { action, patterns, topics = [] }: TokenGrant,
  { now, lifetimeSeconds }: TokenTime,
): string {
  const issued = Math.floor(now.getTime() / 1000);
  const matchers = [
    ...patterns.map((match) => ({ match, match_type: 'urlpattern' })),
    ...topics.map((match) => ({ match })),
  ];
  const claims = {
    iss: jwt.iss,
    sub: jwt.sub,
    client_id: jwt.clientId,
    aud: jwt.aud,
    iat: issued,
    exp: issued + lifetimeSeconds,
    jti: `urn:uuid:${randomUUID()}`,
    ...(matchers.length === 0
      ? {}
      : { authorization_details: [{ type: DETAIL_TYPE, actions: [action], topics: matchers }] }),
  };
  return jsonwebtoken.sign(claims, secret, { algorithm: 'HS256', header: { alg: 'HS256', typ: 'at+jwt' } });
}
