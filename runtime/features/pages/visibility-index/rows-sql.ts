import type { SqlParameters } from '../../../kernel/contract/database/database.js';

/** Expected rows of a derived table, as parts of a statement. */
export interface RowsSql {
  readonly columns: readonly string[];
  /** Common table expressions, to follow `with recursive`. */
  readonly tables: string;
  /** A select of the columns in order. */
  readonly select: string;
  /** Parameters of the SQL, without `:ids`. */
  readonly parameters: SqlParameters;
}

/** Returns a statement that inserts all rows; `table` is a quoted name. */
export function insertSql(table: string, { columns, tables, select }: RowsSql): string {
  return `insert into ${table} (${columns.join(', ')})\nwith recursive ${tables}\n${select}`;
}
