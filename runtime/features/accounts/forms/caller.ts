import type { AuthenticatedUser, RequestContext } from '../../../kernel/contract/context.js';
import { denied, kernelErrors } from '../../../kernel/errors/catalog.js';

/** The user whose account a form is about. @throws AppError 401 for strangers, 403 for machines (accounts.md section 8.3). */
export function requireCaller({ actor }: Pick<RequestContext, 'actor'>): AuthenticatedUser {
  if (actor.user === null) throw denied(actor);
  if (actor.token !== undefined) throw kernelErrors.notForTokens();
  return actor.user;
}
