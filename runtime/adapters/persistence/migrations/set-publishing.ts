import type { DialectName, SqlRow } from '../../../kernel/contract/database/database.js';
import type { PublishingStatement } from '../../../kernel/contract/database/migration.js';
import type { MigrationConnection } from './connection.js';
import type { TableSet } from './states/replay.js';
import type { ContentRun } from './replace-content.js';
import { marksFor, nowText, type SqlNames } from './sql-text.js';

/** Rows per delete statement. */
const BATCH = 500;

/** Enables or disables drafts for a type without changing what is visible. */
export async function setPublishing(statement: PublishingStatement, run: ContentRun): Promise<void> {
  if (statement.from === null || statement.to === null) return;
  await (statement.to
    ? publishAll(statement, run)
    : run.connection.atomically(() => removeUnpublished(statement, run)));
}

/** Publishes all rows, because rows of types without drafts are visible from their creation. */
async function publishAll(
  { table, base }: PublishingStatement,
  { connection, renderer: { names } }: ContentRun,
): Promise<void> {
  await connection.query(
    `update ${names.table(base)} set published_at = created_at
      where published_at is null and id in (select id from ${names.table(table)})`,
  );
}

async function removeUnpublished(statement: PublishingStatement, run: ContentRun): Promise<void> {
  const { connection, renderer } = run;
  const { names } = renderer;
  const rows = await connection.query(
    `select id from ${names.table(statement.table)}
      where id in (${unpublishedRows(connection.dialect, names, statement.base)})`,
  );
  const ids = rows.map(({ id }) => String(id));
  const batches = Array.from({ length: Math.ceil(ids.length / BATCH) }, (_value, index) =>
    ids.slice(index * BATCH, (index + 1) * BATCH),
  );
  // Clears references between drafts and published rows, which would prevent deletion in either order.
  for (const batch of batches)
    await connection.query(
      `update ${names.table(statement.base)} set published_resource_id = null where id in (${marksFor(batch)})`,
      batch,
    );
  for (const batch of batches) await removeRows(statement, batch, run);
}

/** Deletes rows that only links and positions reference, as checked by `findHolders`. */
async function removeRows(
  { table, base }: PublishingStatement,
  ids: readonly string[],
  { connection, renderer: { names }, tables }: ContentRun,
): Promise<void> {
  const marks = marksFor(ids);
  for (const { table: links, column } of referencesTo(tables, [table, base]).links)
    await connection.query(
      `delete from ${names.table(links)} where ${names.column(column)} in (${marks})`,
      ids,
    );
  if (tables.has(POSITION)) {
    const places = `${names.table(POSITION)} where component_id in (${marks})`;
    await connection.query(`delete from ${places} and page_data_property is null`, ids);
    await connection.query(
      `update ${names.table(POSITION)} set component_id = null where component_id in (${marks})`,
      ids,
    );
  }
  await connection.query(`delete from ${names.table(table)} where id in (${marks})`, ids);
  await connection.query(`delete from ${names.table(base)} where id in (${marks})`, ids);
}

/**
 * Table of component positions. A position is deleted with its component, or left empty if page data fills
 * it.
 */
export const POSITION = 'component_position';

interface ColumnOfTable {
  readonly table: string;
  readonly column: string;
}

/**
 * Returns the columns that reference rows of the given tables: those of link tables, whose rows are deleted,
 * and others.
 */
export function referencesTo(
  tables: TableSet,
  targets: readonly string[],
): { readonly links: readonly ColumnOfTable[]; readonly others: readonly ColumnOfTable[] } {
  const found = [...tables.values()].flatMap((table) =>
    table.foreignKeys
      .filter(({ references, columns }) => targets.includes(references.table) && columns[0] !== 'id')
      .map(({ columns }) => ({ table: table.name, column: columns[0] ?? '', keys: table.primaryKey })),
  );
  const isLink = ({ column, keys }: (typeof found)[number]): boolean => keys.includes(column);
  return { links: found.filter(isLink), others: found.filter((each) => !isLink(each)) };
}

/** Returns a query for the ids of rows hidden from visitors: drafts, and rows with a future date. */
export function unpublishedRows(dialect: DialectName, names: SqlNames, base: string): string {
  return `select state.id from ${names.table(base)} state
    where state.published_at is null or state.published_at > ${nowText(dialect)}
      or state.published_resource_id is not null`;
}

/** Counts the rows that disabling publication deletes, by kind. */
export async function countUnpublished(
  connection: MigrationConnection,
  names: SqlNames,
  { table, base }: Pick<PublishingStatement, 'table' | 'base'>,
): Promise<{ readonly drafts: number; readonly unpublished: number }> {
  const gone = unpublishedRows(connection.dialect, names, base);
  const [row] = await connection.query(
    `select count(state.published_resource_id) as drafts, count(*) as total from ${names.table(base)} state
      where state.id in (select id from ${names.table(table)}) and state.id in (${gone})`,
  );
  const drafts = numberIn(row, 'drafts');
  return { drafts, unpublished: numberIn(row, 'total') - drafts };
}

function numberIn(row: SqlRow | undefined, column: string): number {
  return Number(row?.[column] ?? 0);
}
