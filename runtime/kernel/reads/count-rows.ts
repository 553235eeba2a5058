import type { SqlParameters } from '../contract/database/database.js';
import type { ReadScope, SqlCondition } from '../contract/records/operations.js';
import type { CountShape } from '../records/list-sql.js';
import type { CountedRows, RecordStatements } from '../records/record-statements.js';
import { countedTextsOf, parametersOf } from './conditions.js';

/** Rows to count. */
export interface CountRequest {
  readonly statements: RecordStatements;
  readonly conditions: readonly SqlCondition[];
  /** Parameters that the conditions need beyond their own. */
  readonly parameters?: SqlParameters;
  /** Selects of moments that matter beside those of the conditions. */
  readonly moments?: readonly string[];
}

/** The number of rows that fulfil some conditions, and the next moment at which time alone changes it. */
export async function countRows(
  { statements, conditions, parameters = {}, moments: more = [] }: CountRequest,
  { session }: ReadScope,
): Promise<CountedRows> {
  const shape = countShape(conditions, more);
  return await statements.count(shape).read(session, { ...countParametersOf(conditions), ...parameters });
}

/** The statements that count the rows that fulfil some conditions. */
export function countShape(conditions: readonly SqlCondition[], moments: readonly string[]): CountShape {
  const own = conditions.flatMap(({ nextChange }) => nextChange ?? []);
  return {
    total: totalOf(conditions),
    conditions: countedTextsOf(conditions),
    moments: [...new Set([...own, ...moments])],
  };
}

/** One condition has stored counts, and the others say what they leave out; else the rows have to be counted. */
function totalOf(conditions: readonly SqlCondition[]): CountShape['total'] {
  const counts = conditions.find(({ total }) => total !== undefined);
  const others = conditions.filter((condition) => condition !== counts);
  if (counts?.total === undefined || others.length > 1) return undefined;
  const leftOut = others[0] === undefined ? [] : others[0].leftOut?.conditions;
  if (leftOut === undefined) return undefined;
  return { stored: counts.total, leftOut: leftOut.map((sql) => [sql, counts.counted ?? counts.sql]) };
}

/** Parameters of the statements that count; some statements use only a part of them. */
export function countParametersOf(conditions: readonly SqlCondition[]): SqlParameters {
  return Object.assign(
    parametersOf(conditions),
    ...conditions.map(({ leftOut }) => leftOut?.parameters),
  ) as SqlParameters; // all of one type
}
