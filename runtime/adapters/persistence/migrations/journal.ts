import type { SqlRow } from '../../../kernel/contract/database/database.js';
import {
  type Migration,
  migrationHash,
  type MigrationStatement,
} from '../../../kernel/contract/database/migration.js';
import type { SchemaState, TypesChange } from '../../../kernel/contract/database/schema-state.js';
import type { TableDefinition } from '../../../kernel/contract/database/table.js';
import { derivedStateTable } from '../../../kernel/derived/table.js';
import { type MigrationConnection, readTableNames } from './connection.js';
import { NO_TABLES } from '../../../kernel/contract/database/replay.js';
import type { MigrationRenderer } from './sql-text.js';

/** A migration as it was applied: enough to undo it when its file is gone or different. */
export interface AppliedForm {
  readonly hash: string;
  readonly up: readonly MigrationStatement[];
  readonly down: readonly MigrationStatement[];
  /** Absent in rows of the first release, whose files say it instead. */
  readonly types?: TypesChange;
  /** Set in rows of the first release that development could still rewrite. */
  readonly isOpen?: boolean;
  /** Present in the row of the state only. */
  readonly state?: SchemaState;
}

/** Statements under way, and what the journal says when they are done. */
export interface PendingChange {
  readonly statements: readonly MigrationStatement[];
  /** The form that the row gets; null takes it away. */
  readonly then: AppliedForm | null;
  /** The state afterwards, when the rows do not add up to it. */
  readonly state?: SchemaState | null;
  /** Migrations that the database has by then already. */
  readonly records?: readonly Recorded[];
  /** Rows that go: their files are gone or different, and what they did is part of the state. */
  readonly forgets?: readonly string[];
  /** Written by the first release: what an interrupted change had begun, which `statements` take back. */
  readonly takesBack?: readonly MigrationStatement[];
}

export interface Recorded {
  readonly id: string;
  readonly position: number;
  readonly applied: AppliedForm;
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

/** The history of a database, kept in one table of it. */
export interface Journal {
  /** Rows in the order in which they were applied; none when the table does not exist yet. */
  read(): Promise<readonly JournalRow[]>;
  /** Makes the table when it is missing. */
  prepare(): Promise<void>;
  begin(change: Change): Promise<void>;
  progress(id: string, column: 'started' | 'finished', count: number): Promise<void>;
  /** Writes what a change comes to, all of it or nothing; what follows from the rows it may have changed is to be made again. */
  finish(change: Change): Promise<void>;
}

/** Something to do, and the row that keeps it until it is done. */
export interface Change {
  readonly id: string;
  readonly position: number;
  readonly pending: PendingChange;
}

/** A migration as a row keeps it. */
export function formOf({ up, down, types }: Migration): AppliedForm {
  return { hash: migrationHash({ up, down }), up, down, ...(types && { types }) };
}

/** The row that holds the state of a database whose migrations do not add up to it: `cms dev` was ahead of them. */
export const STATE_ROW = 'followed';
export const STATE_POSITION = 0;

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

/** The journal of one database and table prefix. */
export function createJournal(
  connection: MigrationConnection,
  { names, render }: MigrationRenderer,
  tablePrefix: string,
): Journal {
  const table = names.table(JOURNAL_TABLE.name);
  const states = names.table(derivedStateTable.name);
  const has = async ({ name }: TableDefinition): Promise<boolean> =>
    (await readTableNames(connection)).has(tablePrefix + name);
  return {
    async read() {
      if (!(await has(JOURNAL_TABLE))) return [];
      const columns = names.columns(JOURNAL_TABLE.columns.map(({ name }) => name));
      const rows = await connection.query(
        `select ${columns} from ${table} order by ${names.column('position')}`,
      );
      return rows.map(parseRow);
    },
    async prepare() {
      if (await has(JOURNAL_TABLE)) return;
      for (const sql of render({ kind: 'createTable', table: JOURNAL_TABLE }, NO_TABLES))
        await connection.query(sql);
    },
    async begin({ id, position, pending }) {
      await put(id, { position, pending: JSON.stringify(pending) });
    },
    async progress(id, column, count) {
      await connection.query(`update ${table} set ${column} = ? where id = ?`, [count, id]);
    },
    async finish({ id, position, pending }) {
      const { then, state = null, records = [], forgets = [] } = pending;
      const isState = id === STATE_ROW;
      const gone = [
        ...forgets,
        ...(isState || then !== null ? [] : [id]),
        ...(state === null ? [STATE_ROW] : []),
      ];
      const rows = [...records, ...(isState || then === null ? [] : [{ id, position, applied: then }])];
      const hasStates = await has(derivedStateTable);
      await connection.atomically(async () => {
        if (hasStates) await connection.query(`delete from ${states}`);
        for (const each of gone) await connection.query(`delete from ${table} where id = ?`, [each]);
        for (const row of rows)
          await put(row.id, { position: row.position, applied: JSON.stringify(row.applied) });
        if (state !== null) {
          const applied: AppliedForm = { hash: '', up: [], down: [], state };
          await put(STATE_ROW, { position: STATE_POSITION, applied: JSON.stringify(applied) });
        }
      });
    },
  };

  /** A row without what is not given. */
  async function put(
    id: string,
    values: { readonly position: number; readonly applied?: string; readonly pending?: string },
  ): Promise<void> {
    const { position, applied, pending = null } = values;
    const known = await connection.query(`select 1 from ${table} where id = ?`, [id]);
    const place = names.column('position');
    if (known.length === 0) {
      const sql = `insert into ${table} (id, ${place}, applied, pending) values (?, ?, ?, ?)`;
      await connection.query(sql, [id, position, applied ?? null, pending]);
      return;
    }
    const sets = [`${place} = ?`, 'pending = ?', 'started = 0', 'finished = 0'];
    const bound = [position, pending];
    if (applied !== undefined) sets.push('applied = ?');
    await connection.query(`update ${table} set ${sets.join(', ')} where id = ?`, [
      ...bound,
      ...(applied === undefined ? [] : [applied]),
      id,
    ]);
  }
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
