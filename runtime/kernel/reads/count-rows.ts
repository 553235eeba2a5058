import type { SqlParameters } from '../contract/database.js';
import type { ReadScope, SqlCondition } from '../contract/operations.js';
import type { CountedRows, RecordStatements } from '../records/record-statements.js';
import { parametersOf, textsOf } from './conditions.js';

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
  const own = conditions.flatMap(({ nextChange }) => nextChange ?? []);
  const moments = [...new Set([...own, ...more])];
  const statement = statements.count({ conditions: textsOf(conditions), moments });
  const [counted] = await statement.all(session, { ...parametersOf(conditions), ...parameters });
  return counted ?? { total: 0, next: undefined };
}
