import type { LinkStatement, MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import { LINK_PLACES } from '../../../../kernel/contract/schema/resource.js';
import type { ColumnDefinition, TableDefinition } from '../../../../kernel/contract/database/table.js';
import { shortName } from '../../../../kernel/util/database/constraint-name.js';
import { canonicalColumn } from '../../../../kernel/contract/database/canonical-tables.js';

/** A relation that moved from a column to a link table, or back. */
export interface CarriedLinks {
  readonly kind: LinkStatement['kind'];
  readonly table: string;
  readonly column: ColumnDefinition;
  readonly links: LinkStatement['links'];
}

type Tables = ReadonlyMap<string, TableDefinition>;

/**
 * Returns relations whose links are preserved: those with the same target and the same or a declared previous
 * name.
 */
export function findCarriedLinks(
  before: Tables,
  after: Tables,
  declared: readonly TableDefinition[],
): readonly CarriedLinks[] {
  return [...after.values()].flatMap((table) => {
    const previous = before.get(table.name);
    if (previous === undefined) return [];
    const names = declared.find(({ name }) => name === table.name) ?? table;
    return [
      ...relations(previous, table).flatMap((column) =>
        toLinks(previous, column, linksOf(after, before, declared)),
      ),
      ...relations(names, previous).flatMap((column) => toColumn(names, column, linksOf(before, after, []))),
    ];
  });
}

/**
 * Returns the statements of a moved relation that run before keys and indexes are recreated, so that both
 * find the links.
 */
export function carryStatements({ kind, table, column, links }: CarriedLinks): readonly MigrationStatement[] {
  const carry: MigrationStatement = { kind, table, column: column.name, links };
  if (column.nullable) return [carry];
  const optional = optionalColumn(column);
  return kind === 'columnToLinks'
    ? [{ kind: 'alterColumn', table, from: column, to: optional }, carry]
    : [carry, { kind: 'alterColumn', table, from: optional, to: column }];
}

/** Returns the column while only some rows have their link in it. */
export function optionalColumn(column: ColumnDefinition): ColumnDefinition {
  return { ...column, nullable: true };
}

/** Returns relation columns of `table` that `other` does not have. */
function relations(table: TableDefinition, other: TableDefinition): readonly ColumnDefinition[] {
  const otherNames = new Set(other.columns.map(({ name }) => name));
  return table.columns.filter(
    ({ name }) => !otherNames.has(name) && name.endsWith(SUFFIX) && targetOf(table, name) !== undefined,
  );
}

const SUFFIX = '_id';

function targetOf(table: TableDefinition, column: string): string | undefined {
  return table.foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column)?.references
    .table;
}

/** Returns link tables of one state that the other does not have, with their declared names. */
function linksOf(
  tables: Tables,
  other: Tables,
  declared: readonly TableDefinition[],
): readonly TableDefinition[] {
  return [...tables.values()]
    .filter(({ name, primaryKey }) => primaryKey.length === 2 && !other.has(name))
    .map((table) => declared.find(({ name }) => name === table.name) ?? table);
}

function toLinks(
  table: TableDefinition,
  column: ColumnDefinition,
  candidates: readonly TableDefinition[],
): readonly CarriedLinks[] {
  const name = linkTableName(table.name, column.name);
  const found = candidates.find((links) => [links.name, ...(links.renamedFrom ?? [])].includes(name));
  return carried('columnToLinks', { table, column }, found);
}

function toColumn(
  table: TableDefinition,
  column: ColumnDefinition,
  candidates: readonly TableDefinition[],
): readonly CarriedLinks[] {
  const names = [column.name, ...(column.renamedFrom ?? [])].map((each) => linkTableName(table.name, each));
  return carried(
    'linksToColumn',
    { table, column },
    candidates.find(({ name }) => names.includes(name)),
  );
}

function linkTableName(table: string, column: string): string {
  return shortName(`${table}_${column.slice(0, -SUFFIX.length)}`);
}

function carried(
  kind: LinkStatement['kind'],
  { table, column }: { readonly table: TableDefinition; readonly column: ColumnDefinition },
  links: TableDefinition | undefined,
): readonly CarriedLinks[] {
  const [ownColumn, targetColumn] = links?.primaryKey ?? [];
  if (links === undefined || ownColumn === undefined || targetColumn === undefined) return [];
  const isSame =
    targetOf(links, ownColumn) === table.name &&
    targetOf(links, targetColumn) === targetOf(table, column.name);
  if (!isSame) return [];
  const position = links.columns.some(({ name }) => name === LINK_PLACES.owner);
  return [
    {
      kind,
      table: table.name,
      column: canonicalColumn(column),
      links: {
        table: links.name,
        ownColumn,
        targetColumn,
        ...(position ? { position: LINK_PLACES.owner } : {}),
      },
    },
  ];
}
