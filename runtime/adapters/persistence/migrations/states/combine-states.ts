import {
  areSameTables,
  canonicalColumn,
  canonicalForeignKey,
  canonicalIndex,
  canonicalTables,
} from '../../../../kernel/contract/database/canonical-tables.js';
import { type SchemaState, storedForm } from '../../../../kernel/contract/database/schema-state.js';
import type { ColumnDefinition, TableDefinition } from '../../../../kernel/contract/database/table.js';

/** A table, column, index, key or type in each of the three states; absent where it does not exist. */
export interface Variants<Part> {
  readonly base: Part | undefined;
  readonly ours: Part | undefined;
  readonly theirs: Part | undefined;
  readonly current: Part | undefined;
}

/** Returns whether two variants are equal; two absent ones are. */
export type IsSame<Part> = (left: Part | undefined, right: Part | undefined) => boolean;

/** Selects one of the variants; the name describes the part ("column fruit.colour"). */
export type Choose = <Part>(name: string, variants: Variants<Part>, isSame: IsSame<Part>) => Part | undefined;

/** Several states with consistent names. */
export type StateVariants = Readonly<Record<keyof Variants<unknown>, SchemaState>>;

/** Combines states part by part; tables on both sides are combined by column. */
export function combineStates(states: StateVariants, choose: Choose): SchemaState {
  const tables = combine(
    mapVariants(states, (state) => state.tables),
    (name, variants) =>
      variants.ours === undefined || variants.theirs === undefined
        ? choose(`table ${name}`, variants, isSameTable)
        : combineTables(variants, choose),
  );
  const types = combine(
    mapVariants(states, (state) => state.types),
    (name, variants) => {
      const chosen = choose(`type ${name}`, variants, sameIn(storedForm));
      return chosen && withHints(chosen, variants);
    },
  );
  return { tables: withoutLooseEnds(tables), types };
}

function combineTables(variants: Variants<TableDefinition>, choose: Choose): TableDefinition | undefined {
  const { theirs } = variants;
  if (theirs === undefined) return undefined;
  const label = (kind: string, name: string): string => `${kind} ${theirs.name}.${name}`;
  const parts = <Part extends Named>(
    kind: string,
    read: (table: TableDefinition) => readonly Part[],
    isSame: IsSame<Part>,
  ): readonly Part[] =>
    combine(
      mapVariants(variants, (table) => (table === undefined ? [] : read(table))),
      (name, found) => choose(label(kind, name), found, isSame),
    );
  const columns = parts('column', (table) => table.columns, sameIn(canonicalColumn));
  const hinted = columns.map((column) => withHints(column, variantsOfColumn(variants, column.name)));
  const own = choose(`table ${theirs.name}`, mapVariants(variants, ownMembers), isSameText);
  return withHints(
    {
      ...theirs,
      ...own,
      columns: hinted,
      indexes: parts('index', (table) => table.indexes, sameIn(canonicalIndex)),
      foreignKeys: parts('key', (table) => table.foreignKeys, sameIn(canonicalForeignKey)),
    },
    variants,
  );
}

/** Returns the properties of a table without its columns, indexes and keys. */
function ownMembers(table: TableDefinition | undefined): TableDefinition | undefined {
  return table && canonicalTables([{ ...table, columns: [], indexes: [], foreignKeys: [] }])[0];
}

interface Named {
  readonly name: string;
}

/** Returns every name once, in the order of ours, theirs, and the others. */
function combine<Part extends Named>(
  lists: Readonly<Record<keyof Variants<unknown>, readonly Part[]>>,
  decide: (name: string, variants: Variants<Part>) => Part | undefined,
): readonly Part[] {
  const maps = mapVariants(lists, (list) => new Map(list.map((part) => [part.name, part])));
  const names = new Set([...maps.ours.keys(), ...maps.theirs.keys(), ...maps.base.keys()]);
  return [...names].flatMap(
    (name) =>
      decide(
        name,
        mapVariants(maps, (map) => map.get(name)),
      ) ?? [],
  );
}

function mapVariants<From, To>(
  variants: Readonly<Record<keyof Variants<unknown>, From>>,
  map: (from: From) => To,
): Readonly<Record<keyof Variants<unknown>, To>> {
  const { base, ours, theirs, current } = variants;
  return { base: map(base), ours: map(ours), theirs: map(theirs), current: map(current) };
}

function variantsOfColumn(tables: Variants<TableDefinition>, name: string): Variants<ColumnDefinition> {
  return mapVariants(tables, (table) => table?.columns.find((column) => column.name === name));
}

interface Hinted {
  readonly renamedFrom?: readonly string[];
}

/** Adds the previous names of theirs and of the schema files to the selected part. */
function withHints<Part extends Hinted>(part: Part, { theirs, current }: Variants<Hinted>): Part {
  const renamedFrom = [...new Set([...(theirs?.renamedFrom ?? []), ...(current?.renamedFrom ?? [])])];
  return { ...part, renamedFrom };
}

const isSameText: IsSame<unknown> = (left, right) => JSON.stringify(left) === JSON.stringify(right);
/** Compares variants by their canonical form; their names are already equal. */
const sameIn =
  <Part>(form: (part: Part) => unknown): IsSame<Part> =>
  (left, right) =>
    isSameText(left && form(left), right && form(right));
const isSameTable: IsSame<TableDefinition> = (left, right) =>
  left === undefined || right === undefined ? left === right : areSameTables([left], [right]);

/** Removes indexes and keys that refer to columns or tables that were not selected. */
function withoutLooseEnds(tables: readonly TableDefinition[]): readonly TableDefinition[] {
  const columnsOf = new Map(
    tables.map(({ name, columns }) => [name, new Set(columns.map((each) => each.name))]),
  );
  const has = (table: string, columns: readonly string[]): boolean =>
    columns.every((column) => columnsOf.get(table)?.has(column) === true);
  return tables.map((table) => ({
    ...table,
    indexes: table.indexes.filter(({ columns }) => has(table.name, columns)),
    foreignKeys: table.foreignKeys.filter(
      ({ columns, references }) => has(table.name, columns) && has(references.table, references.columns),
    ),
  }));
}
