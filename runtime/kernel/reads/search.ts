import type { Dialect } from '../contract/database/database.js';
import type { DeclaredParameters, SqlCondition } from '../contract/records/operations.js';
import type { RequestedParameters } from '../contract/http/requested.js';
import type { RequestedPaths } from './requested-paths.js';
import { scalarParameter } from './requested-parameter.js';
import { textPattern } from './text-pattern.js';

/**
 * Builds the `search` condition: one literal value, case-insensitive, in any searchable field; for HTML, in
 * its text. The condition is parenthesized, so it cannot widen the visibility conditions (core.md sections 12
 * and 18.2).
 */
export function searchCondition(
  { searchFields }: DeclaredParameters,
  paths: RequestedPaths,
  { list, dialect }: { readonly list: RequestedParameters; readonly dialect: Dialect },
): SqlCondition | undefined {
  const text = scalarParameter(list, 'search');
  if (text === undefined || text === '' || searchFields.length === 0) return undefined;
  const pattern = textPattern(['any', { text }, 'any'], 'any case', dialect);
  if (pattern === undefined) return { sql: '1 = 0', parameters: {} };
  const tests = searchFields.map((path) => dialect.wildcard(paths.searched(path), 'search', 'any case'));
  return { sql: `(${tests.join(' or ')})`, parameters: { search: pattern } };
}
