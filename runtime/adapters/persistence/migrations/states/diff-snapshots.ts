import { canonicalColumn, canonicalTables } from '../../../../kernel/contract/database/canonical-tables.js';
import { isConversion, type MigrationStatement } from '../../../../kernel/contract/database/migration.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  TableDefinition,
} from '../../../../kernel/contract/database/table.js';
import { type CarriedLinks, carryStatements, findCarriedLinks, optionalColumn } from './carry-links.js';
import { followRenames } from './rename-tables.js';

/**
 * Returns the statements that lead from `previous` to `next`. Renames come first, so that later statements
 * use one set of names. Keys and indexes are dropped before changes to their columns and recreated after
 * them.
 * @throws Error if a primary key changes, which no statement supports
 */
export function diffSnapshots(
  previous: readonly TableDefinition[],
  next: readonly TableDefinition[],
): readonly MigrationStatement[] {
  const renamed = followRenames(previous, next);
  const before = byName(canonicalTables(renamed.tables));
  const after = byName(canonicalTables(next));
  const created = sortTables([...after.values()].filter(({ name }) => !before.has(name)));
  const dropped = sortTables([...before.values()].filter(({ name }) => !after.has(name)));
  const changes = [...after.values()].flatMap((table) => {
    const earlier = before.get(table.name);
    return earlier === undefined ? [] : [diffTable(earlier, table)];
  });
  const carried = findCarriedLinks(before, after, next);
  return [
    ...renamed.statements,
    ...publishingChanges(before, after),
    ...changes.flatMap((change) => change.dropForeignKeys),
    ...dropped.later.map((key): MigrationStatement => ({ kind: 'dropForeignKey', ...key })),
    ...changes.flatMap((change) => change.dropIndexes),
    ...created.tables.map((table) => markTable({ kind: 'createTable', table }, carried)),
    // First, because MariaDB limits the bytes of a row: moving long texts out makes room for new columns.
    ...changes.flatMap((change) => change.alterColumns),
    ...changes
      .flatMap((change) => change.addColumns)
      .flatMap((statement) => addColumn(markColumn(statement, carried), after)),
    ...carried.flatMap(carryStatements),
    ...changes.flatMap((change) => change.addIndexes),
    ...created.later.map((key): MigrationStatement => ({ kind: 'addForeignKey', ...key })),
    ...changes.flatMap((change) => change.addForeignKeys),
    ...changes.flatMap((change) => change.dropColumns).map((statement) => markColumn(statement, carried)),
    ...dropped.tables.map((table) => markTable({ kind: 'dropTable', table }, carried)).reverse(),
  ];
}

type Tables = ReadonlyMap<string, TableDefinition>;

/**
 * Returns publication changes, which run first, because the rows to delete are found by the original keys.
 */
function publishingChanges(before: Tables, after: Tables): readonly MigrationStatement[] {
  return [...after.values()].flatMap((table): MigrationStatement[] => {
    const earlier = before.get(table.name);
    const base = table.foreignKeys.find(({ columns }) => columns[0] === 'id')?.references.table;
    const { publishable: to = null } = table;
    if (earlier === undefined || base === undefined || (earlier.publishable ?? null) === to) return [];
    return [{ kind: 'setPublishing', table: table.name, base, from: earlier.publishable ?? null, to }];
  });
}

type TableStatement = Extract<MigrationStatement, { kind: 'createTable' | 'dropTable' }>;
type ColumnStatement = Extract<MigrationStatement, { kind: 'addColumn' | 'dropColumn' }>;

/** Marks a link table that another statement fills or empties. */
function markTable(statement: TableStatement, carried: readonly CarriedLinks[]): MigrationStatement {
  const isCarried = carried.some(({ links }) => links.table === statement.table.name);
  return isCarried ? { ...statement, carried: true } : statement;
}

/**
 * Marks a relation's column that another statement fills or empties. In the meantime, rows may have no link.
 */
function markColumn(statement: ColumnStatement, carried: readonly CarriedLinks[]): MigrationStatement {
  const { table, column } = statement;
  const isCarried = carried.some((each) => each.table === table && each.column.name === column.name);
  return isCarried ? { ...statement, column: optionalColumn(column), carried: true } : statement;
}

/** Timestamps, added by a keyword, so nobody can give them a default. */
const STAMPS = ['created_at', 'modified_at'] as const;

const isStamp = ({ name, type, nullable, default: value }: ColumnDefinition): boolean =>
  STAMPS.some((stamp) => stamp === name) && type === 'datetime' && !nullable && value == null;

/** Adds a column; existing rows get the current time in new timestamps. */
function addColumn(statement: MigrationStatement, after: Tables): readonly MigrationStatement[] {
  if (statement.kind !== 'addColumn' || !isStamp(statement.column)) return [statement];
  const { table, column: to } = statement;
  if (after.get(table)?.columns.filter(isStamp).length !== STAMPS.length) return [statement];
  const column: ColumnDefinition = { ...to, default: { kind: 'now' } };
  return [
    { ...statement, column },
    { kind: 'alterColumn', table, from: column, to },
  ];
}

type TableChanges = Readonly<
  Record<
    'dropForeignKeys' | 'dropIndexes' | 'alterColumns' | 'addIndexes' | 'addForeignKeys',
    readonly MigrationStatement[]
  > &
    Record<'addColumns' | 'dropColumns', readonly ColumnStatement[]>
>;

function diffTable(before: TableDefinition, after: TableDefinition): TableChanges {
  if (!isSame(before.primaryKey, after.primaryKey)) {
    throw new Error(
      `The primary key of table ${after.name} can't change. Give the table a new name instead.`,
    );
  }
  const table = after.name;
  const converted = convertedColumns(before, after);
  const indexes = changed(before.indexes, after.indexes, ({ columns }) =>
    columns.some((column) => converted.includes(column)),
  );
  // MySQL keeps an index required by a foreign key, so the key is dropped and recreated with it.
  const touched = new Set([...converted, ...indexes.dropped.map(({ columns }) => columns[0])]);
  const keys = changed(before.foreignKeys, after.foreignKeys, ({ columns }) => touched.has(columns[0]));
  const earlier = byName(before.columns);
  const remaining = byName(after.columns);
  return {
    dropForeignKeys: keys.dropped.map((foreignKey) => ({ kind: 'dropForeignKey', table, foreignKey })),
    dropIndexes: indexes.dropped.map((index) => ({ kind: 'dropIndex', table, index })),
    addColumns: after.columns
      .filter(({ name }) => !earlier.has(name))
      .map((column) => ({ kind: 'addColumn', table, column })),
    alterColumns: after.columns.flatMap((to) => {
      const from = earlier.get(to.name);
      return from === undefined ? [] : alterColumn(before, canonicalColumn(from), to);
    }),
    addIndexes: indexes.added.map((index) => ({ kind: 'addIndex', table, index })),
    addForeignKeys: keys.added.map((foreignKey) => ({ kind: 'addForeignKey', table, foreignKey })),
    dropColumns: before.columns
      .filter(({ name }) => !remaining.has(name))
      .map((column) => ({ kind: 'dropColumn', table, column })),
  };
}

/**
 * Returns the changes of a column. Enum values have a separate statement, because no database stores them.
 */
function alterColumn(
  { name: table, publishable }: TableDefinition,
  from: ColumnDefinition,
  to: ColumnDefinition,
): readonly MigrationStatement[] {
  const { enum: values, ...rest } = to;
  const altered = from.enum === undefined ? rest : { ...rest, enum: from.enum };
  const alter: MigrationStatement = { kind: 'alterColumn', table, from, to: altered };
  const limit: MigrationStatement = {
    kind: 'limitValues',
    table,
    column: to.name,
    from: from.enum ?? null,
    to: values ?? null,
    // The state predates the recording of both.
    ...(publishable === undefined && from.enum === undefined ? { unchecked: true } : {}),
  };
  return [
    ...(isSame(from, canonicalColumn(altered)) ? [] : [alter]),
    ...(isSame(limit.from, limit.to) ? [] : [limit]),
  ];
}

/** Returns the columns converted in either direction, whose keys and indexes are dropped and recreated. */
function convertedColumns(before: TableDefinition, after: TableDefinition): readonly string[] {
  const earlier = byName(before.columns);
  return after.columns.flatMap((to) => {
    const from = earlier.get(to.name);
    if (from === undefined) return [];
    return isConversion(from, to) || isConversion(to, from) ? [to.name] : [];
  });
}

interface Changed<Item> {
  readonly dropped: readonly Item[];
  readonly added: readonly Item[];
}

/** Compares two lists; a touched item is dropped and recreated even if it is equal. */
function changed<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isTouched: (item: Item) => boolean,
): Changed<Item> {
  const isKept = (item: Item, others: readonly Item[]): boolean =>
    !isTouched(item) && others.some((other) => isSame(other, item));
  return {
    dropped: before.filter((item) => !isKept(item, after)),
    added: after.filter((item) => !isKept(item, before)),
  };
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Compares texts, because both sides are canonical. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

interface SortedTables {
  /** Tables in dependency order, without the keys in `later`. */
  readonly tables: readonly TableDefinition[];
  /** Keys that close a cycle of tables, added after all tables exist. */
  readonly later: readonly { readonly table: string; readonly foreignKey: ForeignKeyDefinition }[];
}

/** Sorts tables in creation order; reversed, it is the order for dropping them. */
function sortTables(tables: readonly TableDefinition[]): SortedTables {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const sorted: TableDefinition[] = [];
  const later: { table: string; foreignKey: ForeignKeyDefinition }[] = [];
  const isOpen = (table: TableDefinition, key: ForeignKeyDefinition): boolean =>
    key.references.table !== table.name && waiting.has(key.references.table);
  while (waiting.size > 0) {
    const candidates = [...waiting.values()];
    const ready = candidates.filter((table) => !table.foreignKeys.some((key) => isOpen(table, key)));
    const next =
      ready.length > 0 ? ready : candidates.filter((table) => isOnCycle(table.name, waiting)).slice(0, 1);
    for (const table of next) {
      const open = table.foreignKeys.filter((key) => isOpen(table, key));
      later.push(...open.map((foreignKey) => ({ table: table.name, foreignKey })));
      sorted.push({ ...table, foreignKeys: table.foreignKeys.filter((key) => !open.includes(key)) });
      waiting.delete(table.name);
    }
  }
  return { tables: sorted, later };
}

/** Returns whether the references of a table lead back to it. */
function isOnCycle(name: string, tables: ReadonlyMap<string, TableDefinition>): boolean {
  const reached = new Set<string>();
  const waiting = [name];
  for (let table = waiting.pop(); table !== undefined; table = waiting.pop()) {
    for (const { references } of tables.get(table)?.foreignKeys ?? []) {
      if (references.table === name && table !== name) return true;
      if (!reached.has(references.table)) waiting.push(references.table);
      reached.add(references.table);
    }
  }
  return false;
}
