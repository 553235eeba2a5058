import { isGranted, ROLE_ADMIN } from '../authorization/role-hierarchy.js';
import type { ApiRequest } from '../contract/http/http.js';
import { denied } from '../errors/catalog.js';

/** Checks that the caller is an administrator. @throws AppError 401 or 403 */
export function assertAdministrator({ context: { actor } }: Pick<ApiRequest, 'context'>): void {
  if (!isGranted(actor, ROLE_ADMIN)) throw denied(actor);
}
