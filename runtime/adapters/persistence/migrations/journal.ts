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
import { NO_TABLES } from './states/replay.js';
import type { MigrationRenderer } from './sql-text.js';

/** A migration as it was applied, with everything to revert it if its file is missing or different. */
export interface AppliedForm {
  readonly hash: string;
  readonly up: readonly MigrationStatement[];
  readonly down: readonly MigrationStatement[];
  /** Absent in rows of the first release, whose files have it instead. */
  readonly types?: TypesChange;
  /** Set in rows of the first release that development could still rewrite. */
  readonly isOpen?: boolean;
  /** Present in the state row only. */
  readonly state?: SchemaState;
}

/** Statements in progress, and the journal entry to write when they are complete. */
export interface PendingChange {
  readonly statements: readonly MigrationStatement[];
  /** New form of the row; null deletes it. */
  readonly then: AppliedForm | null;
  /** Resulting state, if the rows do not add up to it. */
  readonly state?: SchemaState | null;
  /** Further migrations that count as applied afterwards. */
  readonly records?: readonly Recorded[];
  /** Rows to delete: their files are missing or different, and their effects are part of the state. */
  readonly forgets?: readonly string[];
  /** Written by the first release: applied statements of an interrupted change, which `statements` revert. */
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
  /** Null while a migration is applied for the first time. */
  readonly applied: AppliedForm | null;
  readonly pending: PendingChange | null;
  /** Number of completed and of started statements of `pending`, which differ only after an interruption. */
  readonly finished: number;
  readonly started: number;
  readonly appliedAt: string;
}

/** History of a database, stored in one of its tables. */
export interface Journal {
  /** Returns the rows in the order they were applied; empty if the table does not exist. */
  read(): Promise<readonly JournalRow[]>;
  /** Creates the table if it is missing. */
  prepare(): Promise<void>;
  begin(change: Change): Promise<void>;
  progress(id: string, column: 'started' | 'finished', count: number): Promise<void>;
  /** Stores the result of a change atomically, and marks derived rows for a rebuild. */
  finish(change: Change): Promise<void>;
}

/** A change to run, and the journal row that stores it until it is complete. */
export interface Change {
  readonly id: string;
  readonly position: number;
  readonly pending: PendingChange;
}

/** Returns the stored form of a migration. */
export function formOf({ up, down, types }: Migration): AppliedForm {
  return { hash: migrationHash({ up, down }), up, down, ...(types && { types }) };
}

/**
 * Id of the row with the state of a database whose migrations do not add up to it, because `cms dev` was
 * ahead of them.
 */
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

/** Creates the journal of one database and table prefix. */
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

  /** Inserts or updates a row; omitted values are cleared. */
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
    // Only this file writes both columns.
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
