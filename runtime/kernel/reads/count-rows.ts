import type { SqlParameters } from '../contract/database.js';
import type { ReadScope, SqlCondition } from '../contract/operations.js';
import type { RegisteredResource } from '../metadata/resource-registry.js';
import { earliest } from '../util/earliest.js';
import { allOf } from './conditions.js';

/** Rows to count. */
export interface CountRequest {
  readonly resource: RegisteredResource;
  readonly conditions: readonly SqlCondition[];
  /** What the conditions need beyond their own. */
  readonly parameters?: SqlParameters;
  /** Selects of moments that matter beside those of the conditions. */
  readonly moments?: readonly string[];
}

/** How many rows fulfil some conditions, and the next moment at which that changes by itself. */
export async function countRows(
  { resource, conditions, parameters = {}, moments: more = [] }: CountRequest,
  { session }: ReadScope,
): Promise<{ readonly total: number; readonly next: Date | undefined }> {
  const { where, parameters: own } = allOf(conditions);
  const moments = [...new Set([...conditions.flatMap(({ nextChange }) => nextChange ?? []), ...more])];
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  const columns = moments.map((select, index) => `, (${select}) as next${index}`).join('');
  const sql = `select count(*) as total${columns} from ${session.table(resource.table)} t${base}\nwhere ${where}`;
  const row = (await session.first(sql, { ...own, ...parameters })) ?? {};
  const dates = moments.map((_select, index) =>
    session.dialect.decode('datetime', row[`next${index}`] ?? null),
  );
  return {
    total: Number(row.total ?? 0),
    next: dates.reduce<Date | undefined>(
      (first, date) => (date instanceof Date ? earliest(first, date) : first),
      undefined,
    ),
  };
}
