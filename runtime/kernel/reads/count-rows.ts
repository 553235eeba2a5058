import type { SqlParameters } from '../contract/database.js';
import type { ReadScope, SqlCondition } from '../contract/operations.js';
import type { CountShape } from '../records/list-sql.js';
import type { CountedRows, RecordStatements } from '../records/record-statements.js';
import { countedTextsOf, parametersOf } from './conditions.js';

/** Rows to count. */
export interface CountRequest {
  readonly statements: RecordStatements;
  readonly conditions: readonly SqlCondition[];
  /** What the conditions need beyond their own. */
  readonly parameters?: SqlParameters;
  /** Selects of moments that matter beside those of the conditions. */
  readonly moments?: readonly string[];
}

/** How many rows fulfil some conditions, and the next moment at which that changes by itself. */
export async function countRows(
  { statements, conditions, parameters = {}, moments: more = [] }: CountRequest,
  { session }: ReadScope,
): Promise<CountedRows> {
  const shape = countShape(conditions, more);
  return await statements.count(shape).read(session, { ...parametersOf(conditions), ...parameters });
}

/** What is asked to count the rows that fulfil some conditions. */
export function countShape(conditions: readonly SqlCondition[], moments: readonly string[]): CountShape {
  const own = conditions.flatMap(({ nextChange }) => nextChange ?? []);
  const total = conditions.length === 1 ? conditions[0]?.total : undefined;
  return { total, conditions: countedTextsOf(conditions), moments: [...new Set([...own, ...moments])] };
}
