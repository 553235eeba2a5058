import type { Authenticator } from '../../kernel/contract/http.js';
import type { Exchange } from './exchange.js';

/**
 * Finds out who calls and notes it in the exchange, once; `isPublic` where anybody may do what is asked for.
 * @throws AppError 401 for a token that is of no use.
 */
export type IdentifyCaller = (exchange: Exchange, isPublic?: boolean) => Promise<void>;

export function createIdentifyCaller(authenticator: Authenticator): IdentifyCaller {
  return async (exchange, isPublic = false) => {
    if (exchange.isIdentified) return;
    const { method = 'GET', url = '/', headers } = exchange.request;
    const isStrict = exchange.entry?.endpoint.authentication === 'strict';
    const caller = { method, url, headers, isStrict, isPublic };
    const { actor, cookies } = await authenticator.authenticate(caller);
    exchange.actor = actor;
    exchange.cookies = cookies;
    exchange.isIdentified = true;
  };
}
