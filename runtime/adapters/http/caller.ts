import { ANONYMOUS } from '../../kernel/contract/context.js';
import type { Authenticator, Revealer } from '../../kernel/contract/http/http.js';
import type { Exchange } from './exchange.js';

/**
 * Authenticates the caller once and stores it in the exchange. `isPublic`: the request is allowed for
 * everyone.
 * @throws AppError 401 for an invalid token; 4xx for an invalid preview.
 */
export type IdentifyCaller = (exchange: Exchange, isPublic?: boolean) => Promise<void>;

export function createIdentifyCaller(authenticator: Authenticator, revealer?: Revealer): IdentifyCaller {
  return async (exchange, isPublic = false) => {
    if (exchange.isIdentified) return;
    const { method = 'GET', url = '/', headers } = exchange.request;
    const isStrict = exchange.entry?.endpoint.authentication === 'strict';
    const caller = { method, url, headers, isStrict, isPublic };
    const { actor, cookies } = await authenticator.authenticate(caller);
    exchange.actor = actor;
    exchange.cookies = cookies;
    exchange.isIdentified = true;
    const isSignedIn = actor.user !== null;
    const reveals = await revealer?.reveal({ method, url, headers, isSignedIn });
    if (reveals === undefined) return;
    exchange.actor = ANONYMOUS;
    exchange.cookies = [];
    exchange.reveals = reveals;
  };
}
