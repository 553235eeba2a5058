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

/**
 * One schema change of the database, as data. The runtime renders it for its dialect and table prefix.
 *
 * @example
 * export const migration: Migration = {
 *   id: '20261130T090000_fill_city',
 *   up: [{ kind: 'sql', text: "UPDATE booking SET city = '' WHERE city IS NULL" }],
 *   down: [],
 * };
 */
export interface Migration {
  readonly id: string;
  readonly up: readonly MigrationStatement[];
  readonly down: readonly MigrationStatement[];
  /** Ids of the parent migrations; absent: the previous one in the list. */
  readonly parents?: readonly string[];
  /** Changes of the types; absent if there are none. */
  readonly types?: TypesChange;
  /** The squashed migrations, in order. A database that has all of them counts as having this one. */
  readonly replaces?: readonly ReplacedMigration[];
}

/** Contents of `generated/migrations/meta/ID.json`. */
export interface MigrationEntry {
  /** Ids of the parent migrations: none for the first, two or more for a merge of branches. */
  readonly parents: readonly string[];
  /** Hash of the generated statements. Hand-written statements of kind `sql` are excluded. */
  readonly hash: string;
  readonly types: TypesChange;
  readonly replaces?: readonly ReplacedMigration[];
}

/**
 * A migration statement. It includes the data to revert it, so a migration can be undone without its
 * neighbors.
 *
 * @example
 * const fill: MigrationStatement = { kind: 'sql', text: "UPDATE booking SET city = '' WHERE city IS NULL" };
 */
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

/**
 * Set if another statement of the migration moves the values, so that creating or dropping the column or
 * table loses none.
 */
interface Carried {
  readonly carried?: true;
}

/** Moves links between a column of their own table and rows of a link table. */
export type LinkStatement =
  | ({ readonly kind: 'columnToLinks' } & LinkPlaces)
  /**
   * Keeps one link per row: the first of its list or, if none has a position, the one whose target has the
   * lowest id.
   */
  | ({ readonly kind: 'linksToColumn' } & LinkPlaces);

export interface LinkPlaces {
  readonly table: string;
  readonly column: string;
  readonly links: {
    readonly table: string;
    readonly ownColumn: string;
    readonly targetColumn: string;
    /** Absent in tables without positions. */
    readonly position?: string;
  };
}

/**
 * Enables or disables drafts for a type without changing what is visible. Enabling publishes every row;
 * disabling deletes unpublished rows. Null: unknown, which changes no row.
 */
export interface PublishingStatement {
  readonly kind: 'setPublishing';
  readonly table: string;
  /** The table with the publication state of the rows. */
  readonly base: string;
  readonly from: boolean | null;
  readonly to: boolean | null;
}

/** Restricts a column to a set of values; fails if a row has another one. Null: any value. */
export interface ValuesStatement {
  readonly kind: 'limitValues';
  readonly table: string;
  readonly column: string;
  readonly from: readonly EnumValue[] | null;
  readonly to: readonly EnumValue[] | null;
  /** Set if the statement only records a rule that predates the recording of rules. */
  readonly unchecked?: true;
}

/** Updates stored content after a type's name, class or path has changed. */
export type ContentStatement =
  /** A discriminator column: `from` becomes `to`. */
  | {
      readonly kind: 'replaceValue';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /** An IRI in JSON lists: entries equal to `from`, with or without the API prefix, become `to`. */
  | {
      readonly kind: 'replaceListItem';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /** A class identifier: `from` becomes `to`. Under another namespace, only its last segment changes. */
  | {
      readonly kind: 'replaceClass';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    }
  /**
   * The IRI of a collection, with or without the API prefix, or text that contains the IRI of one of its
   * items.
   */
  | {
      readonly kind: 'replaceIri';
      readonly table: string;
      readonly column: string;
      readonly from: string;
      readonly to: string;
    };

/**
 * Hand-written SQL. `{name}` is replaced by the quoted, prefixed table. It must not change tables in the
 * snapshot.
 */
export interface SqlStatement {
  readonly kind: 'sql';
  readonly text: SqlText;
  /** Absent: reverting does nothing. */
  readonly reverse?: SqlText;
}

export type SqlText = string | Readonly<Partial<Record<DialectName, string>>>;

/** Returns the hash of a migration's content, without its id. */
export function migrationHash(migration: Pick<Migration, 'up' | 'down'>): string {
  const content = JSON.stringify([migration.up, migration.down], sortedMembers);
  return createHash('sha256').update(content).digest('hex');
}

/** Returns the hash of the generated part of a migration, without hand-written SQL. */
export function generatedHash({ up, down }: Pick<Migration, 'up' | 'down'>): string {
  const isGenerated = ({ kind }: MigrationStatement): boolean => kind !== 'sql';
  return migrationHash({ up: up.filter(isGenerated), down: down.filter(isGenerated) });
}

/** Returns the statements that revert `statements`, in execution order. */
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
  // Opposite statements have the same members, and so do both ends of a change, whatever their type.
  if ('from' in statement)
    return { ...statement, from: statement.to, to: statement.from } as MigrationStatement;
  return { ...statement, kind: OPPOSITES[statement.kind] } as MigrationStatement;
}

/**
 * Describes the content that a statement deletes from existing rows; undefined if that depends on their
 * values.
 */
export function lossOf(statement: MigrationStatement): string | undefined {
  if (statement.kind === 'dropTable' && statement.carried !== true)
    return `table ${statement.table.name} is dropped with all its rows`;
  if (statement.kind === 'dropColumn' && statement.carried !== true) {
    if (isSearchTextColumn(statement.column.name)) return undefined;
    return `column ${statement.table}.${statement.column.name} is dropped with all its values`;
  }
  return undefined;
}

/** Returns whether existing rows would be left without a value for the column. */
export function needsValue(column: ColumnDefinition): boolean {
  return !column.nullable && column.default == null;
}

/** Returns the remedy for a required field. A reference has no default that suits every row. */
export function adviceForRequired({ type }: ColumnDefinition): string {
  return type === 'uuid'
    ? 'Make it optional, give every row a value, then make it required.'
    : 'Give the member a default, or make it optional.';
}

/** Describes a condition of a statement that existing rows may violate. */
export function demandOf(statement: MigrationStatement): string | undefined {
  if (statement.kind === 'addColumn' && needsValue(statement.column))
    return `${statement.table}.${statement.column.name} is required and has no default, so the migration is refused wherever the table has rows. ${adviceForRequired(statement.column)}`;
  if (statement.kind === 'alterColumn' && statement.from.nullable && needsValue(statement.to))
    return `${statement.table}.${statement.to.name} becomes required and has no default, so the migration is refused wherever a row has no value in it. ${adviceForRequired(statement.to)}`;
  return undefined;
}

/** Default length of a string column. */
export const DEFAULT_LENGTH = 255;
export const DEFAULT_PRECISION = 12;
export const DEFAULT_SCALE = 4;

const TEXT_TYPES: ReadonlySet<ColumnDefinition['type']> = new Set(['string', 'text']);

/**
 * Returns whether values change to another type or precision. Databases disagree on conversions, so the
 * migrator does them.
 */
export function isConversion(from: ColumnDefinition, to: ColumnDefinition): boolean {
  if (from.type === 'decimal' && to.type === 'decimal') return isNarrowerDecimal(from, to);
  if (from.type === to.type || (from.type === 'integer' && to.type === 'float')) return false;
  return !(TEXT_TYPES.has(from.type) && TEXT_TYPES.has(to.type));
}

/** Returns whether some values may no longer fit into the column. */
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
