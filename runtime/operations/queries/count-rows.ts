import type { ReadScope, SqlCondition } from '../../contract/operations.js';
import type { RegisteredResource } from '../../metadata/resource-registry.js';
import { allOf } from './conditions.js';
import { earliest } from './representations.js';

/** How many rows fulfil some conditions, and the next moment at which that changes by itself. */
export async function countRows(
  resource: RegisteredResource,
  conditions: readonly SqlCondition[],
  { session }: ReadScope,
): Promise<{ readonly total: number; readonly next: Date | undefined }> {
  const { where, parameters } = allOf(conditions);
  const moments = conditions.flatMap(({ nextChange }) => nextChange ?? []);
  const base =
    resource.baseTable === null ? '' : ` join ${session.table(resource.baseTable)} b on b.id = t.id`;
  const columns = moments.map((select, index) => `, (${select}) as next${index}`).join('');
  const sql = `select count(*) as total${columns} from ${session.table(resource.table)} t${base}\nwhere ${where}`;
  const row = (await session.first(sql, parameters)) ?? {};
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
