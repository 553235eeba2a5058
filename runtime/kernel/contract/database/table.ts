import type { ColumnType } from '../schema/resource.js';

/** A table as migrations know it: dialect-neutral, unprefixed, columns in order. */
export interface TableDefinition {
  readonly name: string;
  readonly columns: readonly ColumnDefinition[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly IndexDefinition[];
  readonly foreignKeys: readonly ForeignKeyDefinition[];
  /** Earlier names declared in a schema file; the diff renames instead of dropping. */
  readonly renamedFrom?: readonly string[];
  /** Whether rows of the type may be drafts; absent in tables of no type, and in states written before it was kept. */
  readonly publishable?: boolean;
}

/** One column of a table. */
export interface ColumnDefinition {
  readonly name: string;
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly length?: number;
  readonly precision?: number;
  readonly scale?: number;
  /** Literal default of existing and new rows; `now` for the current time of a datetime. */
  readonly default?: string | number | boolean | null | { readonly kind: 'now' };
  /** Compared byte by byte whatever the database's collation: paths, identifiers, keys. */
  readonly binary?: boolean;
  /** The database numbers new rows in the order in which they are inserted; for an integer that is the primary key. */
  readonly numbered?: true;
  /** The only values there are (null aside), sorted; the application sees to it, no database does. */
  readonly enum?: readonly EnumValue[];
  readonly renamedFrom?: readonly string[];
}

export type EnumValue = string | number | boolean;

/** One index of a table. */
export interface IndexDefinition {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The nulls of the first column come before its values, as they always do on MariaDB, MySQL and SQLite. */
  readonly nullsFirst?: boolean;
}

/** One foreign key of a table, with its effect when the target is deleted. */
export interface ForeignKeyDefinition {
  readonly name: string;
  readonly columns: readonly string[];
  readonly references: { readonly table: string; readonly columns: readonly string[] };
  readonly onDelete: 'restrict' | 'cascade' | 'set null';
}
