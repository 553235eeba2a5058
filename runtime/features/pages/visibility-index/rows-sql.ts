import type { SqlParameters } from '../../../kernel/contract/database/database.js';

/** The rows that a derived table should have, in the parts of which statements are made. */
export interface RowsSql {
  readonly columns: readonly string[];
  /** Common table expressions, which follow `with recursive`. */
  readonly tables: string;
  /** A select of the columns, in their order. */
  readonly select: string;
  /** Parameters of the text without `:ids`. */
  readonly parameters: SqlParameters;
}

/** Stores all of them; `table` is a quoted name. */
export function insertSql(table: string, { columns, tables, select }: RowsSql): string {
  return `insert into ${table} (${columns.join(', ')})\nwith recursive ${tables}\n${select}`;
}
