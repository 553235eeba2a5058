import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database/database.js';
import type { ReadPurpose, SqlCondition } from '../contract/records/operations.js';
import type { PreparedResource } from '../prepared-resource.js';

/**
 * Returns the conditions for the rows visible to a caller, one for each filter that restricts the resource.
 */
export function visibilityConditions(
  { resource, filters }: Pick<PreparedResource, 'resource' | 'filters'>,
  purpose: ReadPurpose,
  context: RequestContext,
): SqlCondition[] {
  return filters.flatMap((filter) => filter.restrict(resource, purpose, context) ?? []);
}

/** Returns the SQL of the conditions. */
export const textsOf = (conditions: readonly SqlCondition[]): readonly string[] =>
  conditions.map(({ sql }) => sql);

/** Returns the SQL of the conditions for count statements. */
export function countedTextsOf(conditions: readonly SqlCondition[]): readonly string[] {
  const isAlone = conditions.length === 1;
  return conditions.map(
    ({ sql, counted, countedAlone }) => (isAlone ? countedAlone : undefined) ?? counted ?? sql,
  );
}

/** Returns the parameters of all conditions. */
export function parametersOf(conditions: readonly SqlCondition[]): SqlParameters {
  return Object.assign({}, ...conditions.map(({ parameters }) => parameters)) as SqlParameters; // All values have the same type.
}
