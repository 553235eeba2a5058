import type { RequestContext } from '../contract/context.js';
import type { SqlParameters } from '../contract/database/database.js';
import type { ReadPurpose, SqlCondition } from '../contract/records/operations.js';
import type { PreparedResource } from '../prepared-resource.js';

/** The conditions under which a caller sees rows of a resource, one for each filter that restricts it. */
export function visibilityConditions(
  { resource, filters }: Pick<PreparedResource, 'resource' | 'filters'>,
  purpose: ReadPurpose,
  context: RequestContext,
): SqlCondition[] {
  return filters.flatMap((filter) => filter.restrict(resource, purpose, context) ?? []);
}

/** The SQL of each, from which a statement is composed. */
export const textsOf = (conditions: readonly SqlCondition[]): readonly string[] =>
  conditions.map(({ sql }) => sql);

/** The SQL of each in statements that count. */
export function countedTextsOf(conditions: readonly SqlCondition[]): readonly string[] {
  const isAlone = conditions.length === 1;
  return conditions.map(
    ({ sql, counted, countedAlone }) => (isAlone ? countedAlone : undefined) ?? counted ?? sql,
  );
}

/** The parameters of a statement with all of the conditions. */
export function parametersOf(conditions: readonly SqlCondition[]): SqlParameters {
  return Object.assign({}, ...conditions.map(({ parameters }) => parameters)) as SqlParameters; // all of one type
}
