import { createHash } from 'node:crypto';
import type { DialectName } from './database.js';
import type { ReplacedMigration } from './lineage.js';
import type { TypesChange } from './schema-state.js';
import { isSearchTextColumn } from '../schema/search-texts.js';
import type {
  ColumnDefinition,
  EnumValue,
  ForeignKeyDefinition,
  IndexDefinition,
  TableDefinition,
} from './table.js';

/** One step of the database's history, as data: the runtime renders it for its dialect and table prefix. */
export interface Migration {
  readonly id: string;
  readonly up: readonly MigrationStatement[];
  readonly down: readonly MigrationStatement[];
  /** Ids of those that it builds on; absent = the one before it in the list. */
  readonly parents?: readonly string[];
  /** Changes of the types; absent = none. */
  readonly types?: TypesChange;
  /** The migrations that it was squashed of, in order: who has them all has it. */
  readonly replaces?: readonly ReplacedMigration[];
}

/** The content of `generated/migrations/meta/ID.json`. */
export interface MigrationEntry {
  /** Ids of those that it builds on: none for the first, two or more where branches meet. */
  readonly parents: readonly string[];
  /** The hash of the generated statements; statements of kind `sql` that people add before the first run do not count. */
  readonly hash: string;
  readonly types: TypesChange;
  readonly replaces?: readonly ReplacedMigration[];
}

/** Every statement carries what its reverse needs, so that a migration can be undone without its neighbours. */
export type MigrationStatement =
  SchemaStatement | ContentStatement | LinkStatement | PublishingStatement | ValuesStatement | SqlStatement;

export type SchemaStatement =
  | ({ readonly kind: 'createTable'; readonly table: TableDefinition } & Carried)
  | ({ readonly kind: 'dropTable'; readonly table: TableDefinition } & Carried)
  | { readonly kind: 'renameTable'; readonly from: string; readonly to: string }
  | ({ readonly kind: 'addColumn'; readonly table: string; readonly column: ColumnDefinition } & Carried)
  | ({ readonly kind: 'dropColumn'; readonly table: string; readonly column: ColumnDefinition } & Carried)
  | { readonly kind: 'renameColumn'; readonly table: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'alterColumn';
      readonly table: string;
      readonly from: ColumnDefinition;
      readonly to: ColumnDefinition;
    }
  | { readonly kind: 'addIndex'; readonly table: string; readonly index: IndexDefinition }
  | { readonly kind: 'dropIndex'; readonly table: string; readonly index: IndexDefinition }
  | { readonly kind: 'addForeignKey'; readonly table: string; readonly foreignKey: ForeignKeyDefinition }
  | { readonly kind: 'dropForeignKey'; readonly table: string; readonly foreignKey: ForeignKeyDefinition };

/** Another statement of the migration carries the values over, so that making or dropping their place loses none. */
interface Carried {
  readonly carried?: true;
}

/** Links that are kept in another shape: in a column of their own table, or as rows of a link table. */
export type LinkStatement =
  | ({ readonly kind: 'columnToLinks' } & LinkPlaces)
  /** Keeps one link of a row: the first of its list, and of those that nobody placed the one whose target has the lowest id. */
  | ({ readonly kind: 'linksToColumn' } & LinkPlaces);

export interface LinkPlaces {
  readonly table: string;
  readonly column: string;
  readonly links: {
    readonly table: string;
    readonly ownColumn: string;
    readonly targetColumn: string;
    /** Absent in tables that keep no places yet. */
    readonly position?: string;
  };
}

/**
 * A type whose rows may be drafts from now on, or no longer. What is visible stays visible: switched on, every row is
 * published; switched off, rows that are not published go. Null = not known, which changes no row.
 */
export interface PublishingStatement {
  readonly kind: 'setPublishing';
  readonly table: string;
  /** The table that keeps the publication state of its rows. */
  readonly base: string;
  readonly from: boolean | null;
  readonly to: boolean | null;
}

/** The values that a column may have: no row may be left with another one. Null = any. */
export interface ValuesStatement {
  readonly kind: 'limitValues';
  readonly table: string;
  readonly column: string;
  readonly from: readonly EnumValue[] | null;
  readonly to: readonly EnumValue[] | null;
  /** It only records a rule that was there before rules were recorded. */
  readonly unchecked?: true;
}

/** Stored content that follows a type which has another name, class or address. */
export type ContentStatement =
  /** A discriminator: rows whose column equals `from` get `to`. */
  | {
      readonly kind: 'replaceValue';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /** An IRI inside JSON lists: entries equal to `from`, with or without the API prefix, become `to`. */
  | {
      readonly kind: 'replaceListItem';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /** A class identifier: it becomes `to`; under another namespace than that of `from`, only its last segment changes. */
  | {
      readonly kind: 'replaceClass';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /** The IRI of a collection, with or without the API prefix, or text that holds the IRI of one of its items. */
  | {
      readonly kind: 'replaceIri';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    };

/** Hand-written SQL; `{name}` is the quoted, prefixed table. It must not change tables that the snapshot describes. */
export interface SqlStatement {
  readonly kind: 'sql';
  readonly text: SqlText;
  /** Absent = the reverse does nothing. */
  readonly reverse?: SqlText;
}

export type SqlText = string | Readonly<Partial<Record<DialectName, string>>>;

/** Names the content of a migration; its id is not part of it. */
export function migrationHash(migration: Pick<Migration, 'up' | 'down'>): string {
  const content = JSON.stringify([migration.up, migration.down], sortedMembers);
  return createHash('sha256').update(content).digest('hex');
}

/** Names what the generator wrote of a migration: hand-written SQL is the project's own. */
export function generatedHash({ up, down }: Pick<Migration, 'up' | 'down'>): string {
  const isGenerated = ({ kind }: MigrationStatement): boolean => kind !== 'sql';
  return migrationHash({ up: up.filter(isGenerated), down: down.filter(isGenerated) });
}

/** The statements that undo `statements`, in the order in which they must run. */
export function invertStatements(statements: readonly MigrationStatement[]): readonly MigrationStatement[] {
  return statements.map(invertStatement).reverse();
}

const OPPOSITES = {
  createTable: 'dropTable',
  dropTable: 'createTable',
  addColumn: 'dropColumn',
  dropColumn: 'addColumn',
  addIndex: 'dropIndex',
  dropIndex: 'addIndex',
  addForeignKey: 'dropForeignKey',
  dropForeignKey: 'addForeignKey',
  columnToLinks: 'linksToColumn',
  linksToColumn: 'columnToLinks',
} as const;

function invertStatement(statement: MigrationStatement): MigrationStatement {
  if (statement.kind === 'sql')
    return { kind: 'sql', text: statement.reverse ?? '', reverse: statement.text };
  // Two opposites have the same members, and so have the two ends of a change, whatever their type.
  if ('from' in statement)
    return { ...statement, from: statement.to, to: statement.from } as MigrationStatement;
  return { ...statement, kind: OPPOSITES[statement.kind] } as MigrationStatement;
}

/** Describes the content that a statement deletes from existing rows; undefined when that depends on their values. */
export function lossOf(statement: MigrationStatement): string | undefined {
  if (statement.kind === 'dropTable' && statement.carried !== true)
    return `table ${statement.table.name} is dropped with all its rows`;
  if (statement.kind === 'dropColumn' && statement.carried !== true) {
    if (isSearchTextColumn(statement.column.name)) return undefined;
    return `column ${statement.table}.${statement.column.name} is dropped with all its values`;
  }
  return undefined;
}

/** A row that is there already has nothing for the column. */
export function needsValue(column: ColumnDefinition): boolean {
  return !column.nullable && column.default == null;
}

/** The remedy for a required member; no single reference is right for every row. */
export function adviceForRequired({ type }: ColumnDefinition): string {
  return type === 'uuid'
    ? 'Make it optional, give every row a value, then make it required.'
    : 'Give the member a default, or make it optional.';
}

/** Describes the condition of a statement that existing rows may not meet. */
export function demandOf(statement: MigrationStatement): string | undefined {
  if (statement.kind === 'addColumn' && needsValue(statement.column))
    return `${statement.table}.${statement.column.name} is required and has no default, so the migration is refused wherever the table has rows. ${adviceForRequired(statement.column)}`;
  if (statement.kind === 'alterColumn' && statement.from.nullable && needsValue(statement.to))
    return `${statement.table}.${statement.to.name} becomes required and has no default, so the migration is refused wherever a row has no value in it. ${adviceForRequired(statement.to)}`;
  return undefined;
}

/** Length of a string column that names none. */
export const DEFAULT_LENGTH = 255;
export const DEFAULT_PRECISION = 12;
export const DEFAULT_SCALE = 4;

const TEXT_TYPES: ReadonlySet<ColumnDefinition['type']> = new Set(['string', 'text']);

/** Values are turned into such of another type or precision; databases disagree on how, so the migrator does it. */
export function isConversion(from: ColumnDefinition, to: ColumnDefinition): boolean {
  if (from.type === 'decimal' && to.type === 'decimal') return isNarrowerDecimal(from, to);
  if (from.type === to.type || (from.type === 'integer' && to.type === 'float')) return false;
  return !(TEXT_TYPES.has(from.type) && TEXT_TYPES.has(to.type));
}

/** Some values of the column may not fit into it any more. */
export function isNarrowing(from: ColumnDefinition, to: ColumnDefinition): boolean {
  if (to.type === 'string' && TEXT_TYPES.has(from.type))
    return from.type === 'text' || (to.length ?? DEFAULT_LENGTH) < (from.length ?? DEFAULT_LENGTH);
  return isConversion(from, to);
}

function isNarrowerDecimal(from: ColumnDefinition, to: ColumnDefinition): boolean {
  const scales = [from.scale ?? DEFAULT_SCALE, to.scale ?? DEFAULT_SCALE] as const;
  const whole = [
    (from.precision ?? DEFAULT_PRECISION) - scales[0],
    (to.precision ?? DEFAULT_PRECISION) - scales[1],
  ] as const;
  return scales[1] < scales[0] || whole[1] < whole[0];
}

function sortedMembers(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
