import type { AuthenticatedUser, RequestContext } from '../../../kernel/contract/context.js';
import { denied } from '../../../kernel/errors/catalog.js';

/** The user whose account a form is about. @throws AppError 401 for strangers (accounts.md section 8.3). */
export function requireCaller({ actor }: Pick<RequestContext, 'actor'>): AuthenticatedUser {
  if (actor.user === null) throw denied(actor);
  return actor.user;
}
