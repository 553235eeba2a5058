import type { QueryParameters } from '../contract/query-parameters.js';

const TRUE = new Set(['true', '1', 'on', 'yes']);

/** Query flags: only these spellings are true (components.md section 2.2). */
export function queryFlag(query: QueryParameters, name: string): boolean {
  const value = query[name];
  return typeof value === 'string' && TRUE.has(value.toLowerCase());
}
