import { sqlIdOf, type ContentKind } from './content-ids.js';

/** The rows of one table. */
export interface Rows {
  readonly table: string;
  readonly count: number;
  /** An expression of the row's number `n` for each column. */
  readonly columns: Readonly<Record<string, string>>;
  readonly isStamped?: boolean;
}

/** SQL that differs between databases. */
export interface ContentSql {
  id(kind: ContentKind, number?: string): string;
  /** A different past time for each number. */
  moment(number?: string): string;
}

export function contentSql(dialect: 'postgres' | 'sqlite'): ContentSql {
  return {
    id: (kind, number = 'n') => sqlIdOf(dialect, kind, number),
    moment: (number = 'n') =>
      dialect === 'postgres'
        ? `timestamp with time zone '2026-01-01 00:00:00+00' - (${number}) * interval '1 second'`
        : `strftime('%Y-%m-%d %H:%M:%f +00:00', '2026-01-01', '-' || (${number}) || ' seconds')`,
  };
}

/** Base rows of components. */
export function componentRows(type: string, count: number, columns: Rows['columns']): Rows {
  return { table: 'abstract_component', count, columns: { ...columns, dtype: `'${type}'` } };
}
