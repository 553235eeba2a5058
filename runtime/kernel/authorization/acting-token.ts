import { type Actor, ANONYMOUS, type TokenOperation } from '../contract/context.js';
import type { Endpoint } from '../contract/http/http.js';
import { kernelErrors } from '../errors/catalog.js';

/** Whether the token of a caller leaves an operation on records of a type; whoever has none is restricted by none. */
export function isInScope({ token }: Actor, operation: TokenOperation, type: string): boolean {
  return token === undefined || token.may(operation, type);
}

/** @throws AppError 403 naming the scope that the token of the caller lacks. */
export function assertInScope(actor: Actor, operation: TokenOperation, type: string): void {
  if (!isInScope(actor, operation, type)) throw kernelErrors.outOfScope(`${operation}:${type}`);
}

/** Whether the token of a caller leaves drafts, and what is not live yet, of what its owner sees. */
export const isShownDrafts = ({ token }: Actor): boolean => token === undefined || token.seesDrafts;

/** Whether a request is a visitor's: nobody signed in, and no machine stands for somebody. */
export const isVisitor = ({ user, token }: Actor): boolean => user === null && token === undefined;

/**
 * The caller as an endpoint sees it: where nothing asks what a token may, one that is restricted is nobody.
 * @throws AppError 403 for a token at an endpoint that is for people.
 */
export function actorAt({ tokens }: Pick<Endpoint, 'tokens'>, actor: Actor): Actor {
  const { token } = actor;
  if (token === undefined) return actor;
  if (tokens === 'refused') throw kernelErrors.notForTokens();
  return tokens === 'scoped' || token.isWhole ? actor : { ...ANONYMOUS, token };
}
