import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { refusals } from '../../../kernel/serializer/operation-parts.js';

/** @throws AppError 401 or 403 for callers who are not administrators */
export function assertAdministrator({ actor }: RequestContext): void {
  if (!isGranted(actor, ROLE_ADMIN)) throw denied(actor);
}

/** Documents a response with one of the schemas. */
export const documented = (schema: string): JsonObject => ({
  content: { 'application/ld+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

export const REFUSALS = refusals('Unauthorized', 'Forbidden');
