import { type Actor, ANONYMOUS, type TokenOperation } from '../contract/context.js';
import type { Endpoint } from '../contract/http/http.js';
import { kernelErrors } from '../errors/catalog.js';

/**
 * Returns whether the caller's token permits an operation on records of a type. Callers without a token are
 * not restricted.
 */
export function isInScope({ token }: Actor, operation: TokenOperation, type: string): boolean {
  return token === undefined || token.may(operation, type);
}

/** @throws AppError 403 naming the scope that the caller's token does not have. */
export function assertInScope(actor: Actor, operation: TokenOperation, type: string): void {
  if (!isInScope(actor, operation, type)) throw kernelErrors.outOfScope(`${operation}:${type}`);
}

/**
 * Returns whether the caller's token may see drafts and content that is not live yet. The rights of its owner
 * apply as well.
 */
export const isShownDrafts = ({ token }: Actor): boolean => token === undefined || token.seesDrafts;

/** Returns whether a request is anonymous: no signed-in user and no machine token. */
export const isVisitor = ({ user, token }: Actor): boolean => user === null && token === undefined;

/**
 * Returns the caller as an endpoint sees it. An endpoint that does not check token scopes treats a restricted
 * token as anonymous.
 * @throws AppError 403 for a token at an endpoint that is for people only.
 */
export function actorAt({ tokens }: Pick<Endpoint, 'tokens'>, actor: Actor): Actor {
  const { token } = actor;
  if (token === undefined) return actor;
  if (tokens === 'refused') throw kernelErrors.notForTokens();
  return tokens === 'scoped' || token.isWhole ? actor : { ...ANONYMOUS, token };
}
