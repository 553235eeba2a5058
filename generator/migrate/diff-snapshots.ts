import { canonicalColumn, canonicalTables } from '../../runtime/contract/canonical-tables.js';
import type { MigrationStatement } from '../../runtime/contract/migration.js';
import type {
  ColumnDefinition,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from '../../runtime/contract/table.js';
import { followRenames } from './rename-tables.js';
import { sortTables } from './sort-tables.js';

/**
 * The statements that lead from `previous` to `next`. Renames come first, so that everything after them speaks of one
 * set of names; keys and indexes go before what they hold on to changes, and come back after it.
 * @throws Error when a primary key changes: no statement does that
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
    const former = before.get(table.name);
    return former === undefined ? [] : [diffTable(former, table)];
  });
  return [
    ...renamed.statements,
    ...changes.flatMap((change) => change.dropForeignKeys),
    ...dropped.later.map((key): MigrationStatement => ({ kind: 'dropForeignKey', ...key })),
    ...changes.flatMap((change) => change.dropIndexes),
    ...created.tables.map((table): MigrationStatement => ({ kind: 'createTable', table })),
    ...changes.flatMap((change) => change.addColumns),
    ...changes.flatMap((change) => change.alterColumns),
    ...changes.flatMap((change) => change.addIndexes),
    ...created.later.map((key): MigrationStatement => ({ kind: 'addForeignKey', ...key })),
    ...changes.flatMap((change) => change.addForeignKeys),
    ...changes.flatMap((change) => change.dropColumns),
    ...dropped.tables.map((table): MigrationStatement => ({ kind: 'dropTable', table })).reverse(),
  ];
}

type TableChanges = Readonly<
  Record<
    | 'dropForeignKeys'
    | 'dropIndexes'
    | 'addColumns'
    | 'alterColumns'
    | 'addIndexes'
    | 'addForeignKeys'
    | 'dropColumns',
    readonly MigrationStatement[]
  >
>;

function diffTable(before: TableDefinition, after: TableDefinition): TableChanges {
  if (!isSame(before.primaryKey, after.primaryKey)) {
    throw new Error(
      `The primary key of table ${after.name} can't change. Give the table a new name instead.`,
    );
  }
  const table = after.name;
  const replaced = replacedColumns(before, after);
  const indexes = changedIndexes(before, after, replaced);
  const keys = changedForeignKeys(before, after, [...indexes.dropped, ...replaced.map((column) => [column])]);
  const former = byName(before.columns);
  const remaining = byName(after.columns);
  const altered = after.columns.flatMap((to) => {
    const from = former.get(to.name);
    return from === undefined || isSame(from, to) ? [] : [{ from: canonicalColumn(from), to }];
  });
  return {
    dropForeignKeys: keys.dropped.map((foreignKey) => ({ kind: 'dropForeignKey', table, foreignKey })),
    dropIndexes: indexes.list.dropped.map((index) => ({ kind: 'dropIndex', table, index })),
    addColumns: after.columns
      .filter(({ name }) => !former.has(name))
      .map((column) => ({ kind: 'addColumn', table, column })),
    alterColumns: altered.flatMap(({ from, to }): MigrationStatement[] =>
      replaced.includes(to.name)
        ? [
            { kind: 'dropColumn', table, column: from },
            { kind: 'addColumn', table, column: to },
          ]
        : [{ kind: 'alterColumn', table, from, to }],
    ),
    addIndexes: indexes.list.added.map((index) => ({ kind: 'addIndex', table, index })),
    addForeignKeys: keys.added.map((foreignKey) => ({ kind: 'addForeignKey', table, foreignKey })),
    dropColumns: before.columns
      .filter(({ name }) => !remaining.has(name))
      .map((column) => ({ kind: 'dropColumn', table, column })),
  };
}

/** Kinds of values that every database turns into one another. */
const KINDS: Readonly<Partial<Record<ColumnDefinition['type'], string>>> = {
  string: 'text',
  text: 'text',
  integer: 'number',
  float: 'number',
  decimal: 'number',
};
const CONVERTIBLE = new Set(['integer>text', 'integer>string']);

/** Columns whose values have no meaning in the new type: they are dropped and made anew. */
function replacedColumns(before: TableDefinition, after: TableDefinition): readonly string[] {
  const former = byName(before.columns);
  return after.columns.flatMap(({ name, type }) => {
    const from = former.get(name)?.type ?? type;
    const isKept =
      from === type || (KINDS[from] ?? from) === KINDS[type] || CONVERTIBLE.has(`${from}>${type}`);
    return isKept ? [] : [name];
  });
}

interface IndexChanges {
  readonly list: { readonly dropped: readonly IndexDefinition[]; readonly added: readonly IndexDefinition[] };
  readonly dropped: readonly (readonly string[])[];
}

function changedIndexes(
  before: TableDefinition,
  after: TableDefinition,
  replaced: readonly string[],
): IndexChanges {
  const isTouched = (index: IndexDefinition): boolean =>
    index.columns.some((column) => replaced.includes(column));
  const dropped = before.indexes.filter(
    (index) => isTouched(index) || !after.indexes.some((each) => isSame(each, index)),
  );
  const added = after.indexes.filter(
    (index) => isTouched(index) || !before.indexes.some((each) => isSame(each, index)),
  );
  return { list: { dropped, added }, dropped: dropped.map(({ columns }) => columns) };
}

/** MySQL keeps an index that a foreign key needs, so such a key goes and comes back with it. */
function changedForeignKeys(
  before: TableDefinition,
  after: TableDefinition,
  touched: readonly (readonly string[])[],
): { readonly dropped: readonly ForeignKeyDefinition[]; readonly added: readonly ForeignKeyDefinition[] } {
  const isTouched = ({ columns }: ForeignKeyDefinition): boolean =>
    touched.some((list) => list[0] === columns[0]);
  return {
    dropped: before.foreignKeys.filter(
      (key) => isTouched(key) || !after.foreignKeys.some((each) => isSame(each, key)),
    ),
    added: after.foreignKeys.filter(
      (key) => isTouched(key) || !before.foreignKeys.some((each) => isSame(each, key)),
    ),
  };
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.name, item]));
}

/** Both sides are canonical, so equal things have equal text. */
function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
