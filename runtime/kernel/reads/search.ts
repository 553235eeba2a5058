import type { Dialect } from '../contract/database/database.js';
import type { DeclaredParameters, SqlCondition } from '../contract/records/operations.js';
import type { AskedParameters } from '../contract/http/asked.js';
import type { AskedPaths } from './asked-paths.js';
import { scalarParameter } from './asked-parameter.js';
import { textPattern } from './text-pattern.js';

/**
 * `search`: one value, case-insensitive, literal, in any of the declared members; of HTML, its text is searched. The group is parenthesised, so it
 * can never widen what the visibility conditions beside it allow (core.md sections 12 and 18.2).
 */
export function searchCondition(
  { searchFields }: DeclaredParameters,
  paths: AskedPaths,
  { list, dialect }: { readonly list: AskedParameters; readonly dialect: Dialect },
): SqlCondition | undefined {
  const text = scalarParameter(list, 'search');
  if (text === undefined || text === '' || searchFields.length === 0) return undefined;
  const pattern = textPattern(['any', { text }, 'any'], 'any case', dialect);
  if (pattern === undefined) return { sql: '1 = 0', parameters: {} };
  const tests = searchFields.map((path) => dialect.wildcard(paths.searched(path), 'search', 'any case'));
  return { sql: `(${tests.join(' or ')})`, parameters: { search: pattern } };
}
