import type { MigrationConnection } from './connection.js';
import { convertThrough } from './convert-value.js';
import type { Origin, Source } from './origins.js';
import { countRows, rowsFrom, scanRows } from './scan-rows.js';
import type { MigrationRenderer } from './sql-text.js';
import { countValue } from './value-list.js';

interface Columns {
  readonly origin: Origin;
  readonly columns: readonly string[];
}

/** Maximum number of combinations to read; a message lists the first ones. */
const MOST_DUPLICATES = 1000;

/**
 * Finds values that several rows would share in columns that become unique together. Rows with nulls are
 * ignored.
 */
export async function findDuplicates(
  connection: MigrationConnection,
  renderer: MigrationRenderer,
  { origin, columns }: Columns,
): Promise<ReadonlyMap<string, number>> {
  const sources = columns.flatMap((column) => origin.columns.get(column) ?? []);
  if (sources.some(({ conversions }) => conversions.length > 0))
    return convertedDuplicates(connection, renderer, { origin, columns });
  const varying = sources.filter(({ isConstant }) => !isConstant);
  const from = rowsFrom(
    renderer,
    origin,
    sources.map(({ value }) => `${value(ROW)} is not null`),
  );
  if (varying.length > 0) return storedDuplicates(connection, renderer, { from, sources: varying });
  const count = await countRows(connection, from);
  return count > 1 ? new Map([['the default', count]]) : new Map();
}

const ROW = 'origin';

async function storedDuplicates(
  connection: MigrationConnection,
  renderer: MigrationRenderer,
  { from, sources }: { readonly from: string; readonly sources: readonly Source[] },
): Promise<ReadonlyMap<string, number>> {
  const names = sources.map((_source, at) => `value${at}`);
  const values = sources.map(
    ({ value, isExact }, at) => `${isExact ? renderer.exact(value(ROW)) : value(ROW)} as value${at}`,
  );
  const texts = names.map((name) => `${renderer.readable(name)} as ${name}_text`);
  const rows = await connection.query(
    `select ${texts.join(', ')}, count(*) as total
      from (select ${values.join(', ')} ${from}) found
      group by ${names.join(', ')}
      having count(*) > 1
      order by total desc
      limit ${MOST_DUPLICATES}`,
  );
  return new Map(
    rows.map((row) => [names.map((name) => String(row[`${name}_text`])).join(', '), Number(row.total)]),
  );
}

async function convertedDuplicates(
  connection: MigrationConnection,
  renderer: MigrationRenderer,
  { origin, columns }: Columns,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const conversions = columns.map((column) => origin.columns.get(column)?.conversions ?? []);
  for await (const row of scanRows(connection, renderer, { origin, columns })) {
    const values = row.map((raw, at) => convertThrough(conversions[at] ?? [], raw));
    const texts = values.flatMap((value) => (value.kind === 'lost' ? [] : [value.text]));
    if (texts.length === columns.length) countValue(counts, texts.join(', '));
  }
  return new Map([...counts].filter(([, count]) => count > 1));
}
