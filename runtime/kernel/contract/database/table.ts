import type { ColumnType } from '../schema/resource.js';

/**
 * A table definition for migrations: dialect-neutral, unprefixed, columns in order.
 *
 * @example
 * const voucher: TableDefinition = {
 *   name: 'voucher',
 *   columns: [{ name: 'code', type: 'string', length: 20, nullable: false }],
 *   primaryKey: ['code'],
 *   indexes: [],
 *   foreignKeys: [],
 * };
 */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexDefinition[];
  readonly foreignKeys: readonly ForeignKeyDefinition[];
  /** Previous names declared in a schema file. The diff renames instead of dropping. */
  readonly renamedFrom?: readonly string[];
  /** Whether rows may be drafts; absent in tables without a type and in states of older versions. */
  readonly publishable?: boolean;
}

/**
 * One column of a table.
 *
 * @example
 * const code: ColumnDefinition = { name: 'code', type: 'string', length: 20, nullable: false };
 */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  /** Literal default for existing and new rows; `now` is the current time of a datetime. */
  readonly default?: string | number | boolean | null | { readonly kind: 'now' };
  /** Compared byte by byte, whatever the database's collation: paths, identifiers, keys. */
  readonly binary?: boolean;
  /** Whether the database numbers new rows in insertion order; requires an integer primary key. */
  readonly numbered?: true;
  /** The allowed values besides null, sorted. The application enforces them, not the database. */
  readonly enum?: readonly EnumValue[];
  readonly renamedFrom?: readonly string[];
}

export type EnumValue = string | number | boolean;

/**
 * One index of a table.
 *
 * @example
 * const byOwner: IndexDefinition = { name: 'voucher_owner', columns: ['owner_id'], unique: false };
 */
export interface IndexDefinition {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Whether nulls of the first column sort before values, as they always do on MariaDB, MySQL and SQLite. */
  readonly nullsFirst?: boolean;
}

/**
 * One foreign key of a table, with its delete action.
 *
 * @example
 * const owner: ForeignKeyDefinition = {
 *   name: 'voucher_owner_fk',
 *   columns: ['owner_id'],
 *   references: { table: 'user', columns: ['id'] },
 *   onDelete: 'cascade',
 * };
 */
export interface ForeignKeyDefinition {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: { readonly table: string; readonly columns: readonly string[] };
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
}
