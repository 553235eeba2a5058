import type { SqlRow } from '../../contract/database.js';
import type { MigrationStatement } from '../../contract/migration.js';
import type { TableDefinition } from '../../contract/table.js';
import type { MigrationConnection } from './connection.js';
import { NO_TABLES, replay } from './replay.js';
import type { TableSet } from './replay.js';
import type { MigrationRenderer } from './sql-text.js';

/** A migration as it was applied: enough to undo it when its file is gone or different. */
export interface AppliedForm {
  readonly hash: string;
  readonly up: readonly MigrationStatement[];
  readonly down: readonly MigrationStatement[];
  readonly isOpen: boolean;
}

/** Statements under way; afterwards the row has the form `then`, or goes when that is null. */
export interface PendingChange {
  readonly statements: readonly MigrationStatement[];
  readonly then: AppliedForm | null;
  /** Set when this takes back an interrupted change: the statements of that change which were begun. */
  readonly takesBack?: readonly MigrationStatement[];
}

export interface JournalRow {
  readonly id: string;
  readonly position: number;
  /** Null while a migration is being applied for the first time. */
  readonly applied: AppliedForm | null;
  readonly pending: PendingChange | null;
  /** Statements of `pending` that are done, and begun: they differ only after an interruption. */
  readonly finished: number;
  readonly started: number;
  readonly appliedAt: string;
}

/** What the database knows of its own history, in one table. */
export interface Journal {
  /** Rows in the order in which they were applied; none when the table does not exist yet. */
  read(): Promise<readonly JournalRow[]>;
  /** Makes the table when it is missing. */
  prepare(): Promise<void>;
  begin(id: string, position: number, change: PendingChange, isNew: boolean): Promise<void>;
  progress(id: string, column: 'started' | 'finished', count: number): Promise<void>;
  finish(id: string, then: AppliedForm | null): Promise<void>;
}

export const JOURNAL_TABLE: TableDefinition = {
  name: 'migration',
  columns: [
    { name: 'id', type: 'string', nullable: false, length: 191, binary: true },
    { name: 'position', type: 'integer', nullable: false },
    { name: 'applied', type: 'text', nullable: true },
    { name: 'pending', type: 'text', nullable: true },
    { name: 'started', type: 'integer', nullable: false, default: 0 },
    { name: 'finished', type: 'integer', nullable: false, default: 0 },
    { name: 'applied_at', type: 'datetime', nullable: false, default: { kind: 'now' } },
  ],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};

const TABLE_QUERIES = {
  postgres: 'select 1 from pg_tables where schemaname = current_schema() and tablename = ?',
  mysql: 'select 1 from information_schema.tables where table_schema = database() and table_name = ?',
  mariadb: 'select 1 from information_schema.tables where table_schema = database() and table_name = ?',
  sqlite: "select 1 from sqlite_schema where type = 'table' and name = ?",
} as const;

/** The journal of one database and table prefix. */
export function createJournal(
  connection: MigrationConnection,
  { names, render }: MigrationRenderer,
  tablePrefix: string,
): Journal {
  const table = names.table(JOURNAL_TABLE.name);
  const exists = async (): Promise<boolean> =>
    (await connection.query(TABLE_QUERIES[connection.dialect], [tablePrefix + JOURNAL_TABLE.name])).length >
    0;
  return {
    async read() {
      if (!(await exists())) return [];
      const columns = names.columns(JOURNAL_TABLE.columns.map(({ name }) => name));
      const rows = await connection.query(
        `select ${columns} from ${table} order by ${names.column('position')}`,
      );
      return rows.map(parseRow);
    },
    async prepare() {
      if (await exists()) return;
      for (const sql of render({ kind: 'createTable', table: JOURNAL_TABLE }, NO_TABLES))
        await connection.query(sql);
    },
    async begin(id, position, change, isNew) {
      const pending = JSON.stringify(change);
      await connection.query(
        isNew
          ? `insert into ${table} (pending, ${names.column('position')}, id) values (?, ?, ?)`
          : `update ${table} set pending = ?, ${names.column('position')} = ?, started = 0, finished = 0 where id = ?`,
        [pending, position, id],
      );
    },
    async progress(id, column, count) {
      await connection.query(`update ${table} set ${column} = ? where id = ?`, [count, id]);
    },
    async finish(id, then) {
      if (then === null) await connection.query(`delete from ${table} where id = ?`, [id]);
      else {
        const sql = `update ${table} set applied = ?, pending = null, started = 0, finished = 0 where id = ?`;
        await connection.query(sql, [JSON.stringify(then), id]);
      }
    },
  };
}

/** The tables as the applied statements left them. */
export function tablesOf(rows: readonly JournalRow[]): TableSet {
  return rows.reduce((tables, row) => {
    const applied = replay(tables, row.applied?.up ?? []);
    const begun = replay(applied, row.pending?.takesBack ?? []);
    return replay(begun, row.pending?.statements.slice(0, row.finished) ?? []);
  }, NO_TABLES);
}

function parseRow(row: SqlRow): JournalRow {
  const { applied_at: at } = row;
  return {
    id: String(row.id),
    position: Number(row.position),
    // Both columns are written by this file only.
    applied: parseJson(row.applied) as AppliedForm | null,
    pending: parseJson(row.pending) as PendingChange | null,
    started: Number(row.started),
    finished: Number(row.finished),
    appliedAt: (at instanceof Date ? at : new Date(String(at))).toISOString(),
  };
}

function parseJson(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : null;
}
