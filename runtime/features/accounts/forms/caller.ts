import type { AuthenticatedUser, RequestContext } from '../../../kernel/contract/context.js';
import { denied, kernelErrors } from '../../../kernel/errors/catalog.js';

/**
 * Returns the signed-in user of the form.
 * @throws AppError 401 for anonymous callers, 403 for access tokens (accounts.md section 8.3)
 */
export function requireCaller({ actor }: Pick<RequestContext, 'actor'>): AuthenticatedUser {
  if (actor.user === null) throw denied(actor);
  if (actor.token !== undefined) throw kernelErrors.notForTokens();
  return actor.user;
}
