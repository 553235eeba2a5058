import type { SqlParameters } from '../contract/database/database.js';
import type { ReadScope, SqlCondition } from '../contract/records/operations.js';
import type { CountShape } from '../records/list-sql.js';
import type { CountedRows, RecordStatements } from '../records/record-statements.js';
import { countedTextsOf, parametersOf } from './conditions.js';

/** A count of rows. */
export interface CountRequest {
  readonly statements: RecordStatements;
  readonly conditions: readonly SqlCondition[];
  /** Parameters beyond those of the conditions. */
  readonly parameters?: SqlParameters;
  /** Selects of schedule times beyond those of the conditions. */
  readonly moments?: readonly string[];
}

/**
 * Counts the rows that satisfy the conditions and returns the next time at which the count changes on
 * schedule.
 */
export async function countRows(
  { statements, conditions, parameters = {}, moments: more = [] }: CountRequest,
  { session }: ReadScope,
): Promise<CountedRows> {
  const shape = countShape(conditions, more);
  return await statements.count(shape).read(session, { ...countParametersOf(conditions), ...parameters });
}

/** Returns the parts of the count statement for the conditions. */
export function countShape(conditions: readonly SqlCondition[], moments: readonly string[]): CountShape {
  const own = conditions.flatMap(({ nextChange }) => nextChange ?? []);
  return {
    total: totalOf(conditions),
    conditions: countedTextsOf(conditions),
    moments: [...new Set([...own, ...moments])],
  };
}

/**
 * Uses stored counts if one condition has them and the others list their exclusions; otherwise the rows are
 * counted.
 */
function totalOf(conditions: readonly SqlCondition[]): CountShape['total'] {
  const counts = conditions.find(({ total }) => total !== undefined);
  const others = conditions.filter((condition) => condition !== counts);
  if (counts?.total === undefined || others.length > 1) return undefined;
  const leftOut = others[0] === undefined ? [] : others[0].leftOut?.conditions;
  if (leftOut === undefined) return undefined;
  return { stored: counts.total, leftOut: leftOut.map((sql) => [sql, counts.counted ?? counts.sql]) };
}

/** Returns the parameters of the count statements; some statements use only part of them. */
export function countParametersOf(conditions: readonly SqlCondition[]): SqlParameters {
  return Object.assign(
    parametersOf(conditions),
    ...conditions.map(({ leftOut }) => leftOut?.parameters),
  ) as SqlParameters; // All values have the same type.
}
