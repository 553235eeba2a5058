import type { MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../../../kernel/contract/database/table.js';

/** Origins of tables, columns and types after some statements. */
export interface PartOrigins {
  /** Original name by `table` or `table.column`; new parts have no entry. */
  readonly parts: ReadonlyMap<string, string>;
  /** Original title by stored title; unchanged ones have no entry. */
  readonly titles: ReadonlyMap<string, string>;
}

/** Returns the origins of unchanged tables. */
export function originsOf(tables: readonly TableDefinition[]): PartOrigins {
  const keys = tables.flatMap(({ name, columns }) => [
    name,
    ...columns.map((each) => `${name}.${each.name}`),
  ]);
  return { parts: new Map(keys.map((key) => [key, key])), titles: new Map() };
}

/** Returns the origins after further statements. Pure. */
export function followOrigins(origins: PartOrigins, statements: readonly MigrationStatement[]): PartOrigins {
  const parts = new Map(origins.parts);
  const titles = new Map(origins.titles);
  for (const statement of statements) {
    followParts(parts, statement);
    if (statement.kind !== 'replaceValue' || statement.column !== DISCRIMINATOR) continue;
    const origin = titles.get(statement.from) ?? statement.from;
    // Several tables store the title, each with its own statement.
    if (titles.get(statement.to) !== origin) titles.set(statement.to, origin);
    titles.set(statement.from, GONE);
  }
  return { parts, titles };
}

const DISCRIMINATOR = 'dtype';
/** Marks a title without rows; real titles are never empty. */
const GONE = '';

/**
 * Returns whether every part with an origin in `wanted` has the same one in `found`. A part that is new in
 * one may be kept in the other, such as a column that is dropped and added again.
 */
export function haveSameOrigins(wanted: PartOrigins, found: PartOrigins): boolean {
  const titles = [...wanted.titles.keys(), ...found.titles.keys()];
  return (
    [...wanted.parts].every(([part, origin]) => found.parts.get(part) === origin) &&
    titles.every((title) => {
      const origin = wanted.titles.get(title) ?? title;
      return origin === GONE || origin === (found.titles.get(title) ?? title);
    })
  );
}

/** Adds the original names of parts and types to the state as previous names. */
export function withOrigins({ tables, types }: SchemaState, { parts, titles }: PartOrigins): SchemaState {
  return {
    tables: tables.map((table) => ({
      ...named(table, parts.get(table.name)),
      columns: table.columns.map((column) =>
        named(column, parts.get(`${table.name}.${column.name}`)?.split('.')[1]),
      ),
    })),
    types: types.map((type) => ({ ...type, ...named(type, titles.get(type.name)) })),
  };
}

interface Named {
  readonly name: string;
  readonly renamedFrom?: readonly string[];
}

function named<Part extends Named>(
  part: Part,
  origin: string | undefined,
): Part & { renamedFrom: readonly string[] } {
  const { name, renamedFrom = [] } = part;
  const previous = origin === undefined || origin === name || origin === GONE ? [] : [origin];
  return { ...part, renamedFrom: [...new Set([...previous, ...renamedFrom])] };
}

function followParts(parts: Map<string, string>, statement: MigrationStatement): void {
  if (statement.kind === 'createTable' || statement.kind === 'dropTable') {
    const { name } = statement.table;
    for (const key of keysOf(parts, name)) parts.delete(key);
  }
  if (statement.kind === 'renameTable') {
    const { from, to } = statement;
    for (const key of keysOf(parts, from)) move(parts, key, to + key.slice(from.length));
  }
  if (statement.kind === 'renameColumn')
    move(parts, `${statement.table}.${statement.from}`, `${statement.table}.${statement.to}`);
  if (statement.kind === 'addColumn' || statement.kind === 'dropColumn')
    parts.delete(`${statement.table}.${statement.column.name}`);
  if (statement.kind === 'columnToLinks')
    copy(parts, `${statement.table}.${statement.column}`, statement.links.table);
  if (statement.kind === 'linksToColumn')
    copy(parts, statement.links.table, `${statement.table}.${statement.column}`);
}

/** Returns the keys of a table and its columns. */
function keysOf(parts: ReadonlyMap<string, string>, table: string): readonly string[] {
  return [...parts.keys()].filter((key) => key === table || key.startsWith(`${table}.`));
}

function move(parts: Map<string, string>, from: string, to: string): void {
  copy(parts, from, to);
  parts.delete(from);
}

function copy(parts: Map<string, string>, from: string, to: string): void {
  const origin = parts.get(from);
  if (origin === undefined) parts.delete(to);
  else parts.set(to, origin);
}
