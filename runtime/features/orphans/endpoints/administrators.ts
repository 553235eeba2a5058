import { isGranted, ROLE_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { denied } from '../../../kernel/errors/catalog.js';

/** @throws AppError 401 or 403 for everybody but administrators. */
export function assertAdministrator({ actor }: RequestContext): void {
  if (!isGranted(actor, ROLE_ADMIN)) throw denied(actor);
}

/** Documentation of an answer of one of the schemas. */
export const documented = (schema: string): JsonObject => ({
  content: { 'application/ld+json': { schema: { $ref: `#/components/schemas/${schema}` } } },
});

export const problem = (description: string): JsonObject => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
});

export const REFUSALS: JsonObject = {
  '401': { $ref: '#/components/responses/Unauthorized' },
  '403': { $ref: '#/components/responses/Forbidden' },
};
