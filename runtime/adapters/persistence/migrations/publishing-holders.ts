import type { MigrationConnection } from './connection.js';
import type { TableSet } from './states/replay.js';
import { countRows } from './scan-rows.js';
import { POSITION, referencesTo, unpublishedRows } from './set-publishing.js';
import { nowText, type SqlNames } from './sql-text.js';
import { quantity } from './value-list.js';

interface Removal {
  readonly connection: MigrationConnection;
  readonly names: SqlNames;
  readonly tables: TableSet;
  /** Current name of the table. */
  readonly table: string;
  readonly base: string;
}

/**
 * Finds what prevents the deletion of unpublished rows: references to them, and due drafts, which visitors
 * would see after the next read.
 */
export async function findHolders(removal: Removal): Promise<readonly string[]> {
  const { connection, names, table, base } = removal;
  const unpublished = unpublishedRows(connection.dialect, names, base);
  const gone = `select id from ${names.table(table)} where id in (${unpublished})`;
  const blockers = [
    ...(await namedRows(removal, gone)),
    ...(await ownedGroups(removal, gone)),
    ...(await routes(removal, gone)),
    ...(await dueDrafts(removal)),
  ];
  return blockers.map((blocker) => `${table} is no longer publishable, but ${blocker}`);
}

const PUBLISH_OR_DELETE = 'Publish or delete those rows while the type is publishable.';

async function namedRows(
  { connection, names, tables, table, base }: Removal,
  gone: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { table: holder, column } of referencesTo(tables, [table, base]).others) {
    if (holder === POSITION || column === 'published_resource_id') continue;
    const count = await countRows(
      connection,
      `from ${names.table(holder)} holder
        where holder.${names.column(column)} in (${gone})
          and holder.id not in (${gone})`,
    );
    if (count > 0)
      found.push(
        `${holder}.${column} names rows that are not published (in ${quantity(count, 'row')}). Publish those rows, or let ` +
          'go of them, while the type is publishable.',
      );
  }
  return found;
}

const GROUP_LINKS = 'component_component_group';

/** Finds groups that would have no owner. Their components would no longer be hidden with it. */
async function ownedGroups({ connection, names, tables }: Removal, gone: string): Promise<readonly string[]> {
  if (!tables.has(GROUP_LINKS)) return [];
  const links = names.table(GROUP_LINKS);
  const count = await countRows(
    connection,
    `from ${links} owned
      where owned.component_id in (${gone})
        and not exists (
          select 1
          from ${links} other
          where other.component_group_id = owned.component_group_id
            and other.component_id not in (${gone})
        )`,
  );
  if (count === 0) return [];
  return [
    `${quantity(count, 'component group')} would be left without the row that it belongs to, which is not published. ` +
      PUBLISH_OR_DELETE,
  ];
}

const ROUTE = 'route_id';

async function routes(
  { connection, names, tables, base }: Removal,
  gone: string,
): Promise<readonly string[]> {
  if (tables.get(base)?.columns.some(({ name }) => name === ROUTE) !== true) return [];
  const count = await countRows(
    connection,
    `from ${names.table(base)} routed
      where routed.${names.column(ROUTE)} is not null
        and routed.id in (${gone})`,
  );
  if (count === 0) return [];
  return [
    `the route of ${quantity(count, 'row')} not published yet would lead to nothing. ${PUBLISH_OR_DELETE}`,
  ];
}

async function dueDrafts({ connection, names, table, base }: Removal): Promise<readonly string[]> {
  const count = await countRows(
    connection,
    `from ${names.table(base)} state
      where state.published_resource_id is not null
        and state.published_at <= ${nowText(connection.dialect)}
        and state.id in (select id from ${names.table(table)})`,
  );
  if (count === 0) return [];
  return [
    `${count} of its drafts ${count === 1 ? 'is' : 'are'} due and not merged yet. Read their records once while the type ` +
      'is publishable: that publishes them.',
  ];
}
