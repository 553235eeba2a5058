import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database.js';
import type { ReadPurpose, SqlCondition } from '../contract/operations.js';
import type { PreparedResource } from '../prepared-resource.js';

/** The conditions under which a caller sees rows of a resource, one for each filter that restricts it. */
export function visibilityConditions(
  { resource, filters }: Pick<PreparedResource, 'resource' | 'filters'>,
  purpose: ReadPurpose,
  context: RequestContext,
): SqlCondition[] {
  return filters.flatMap((filter) => filter.restrict(resource, purpose, context) ?? []);
}

/** All conditions ANDed; `true` when there is none. */
export function allOf(conditions: readonly SqlCondition[]): {
  readonly where: string;
  readonly parameters: SqlParameters;
} {
  const where = conditions.map(({ sql }) => `(${sql})`).join('\nand ');
  const parameters: SqlParameters = Object.assign({}, ...conditions.map((condition) => condition.parameters));
  return { where: where === '' ? '1 = 1' : where, parameters };
}
