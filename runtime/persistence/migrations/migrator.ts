import type { Migration, MigrationStatement } from '../../contract/migration.js';
import { migrationHash } from '../../contract/migration.js';
import type { Logger } from '../../ports/logger.js';
import type { MigrationConnection } from './connection.js';
import { DestructiveRunError, MigrationFailedError } from './errors.js';
import { createJournal, tablesOf } from './journal.js';
import type { Journal, JournalRow } from './journal.js';
import { findLosses } from './losses.js';
import { nextChange, revertOf } from './next-change.js';
import type { Change, Difference } from './next-change.js';
import { createRenderer } from './renderer.js';
import { replayStatement } from './replay.js';
import { runStatement } from './run-statement.js';
import type { MigrationRenderer } from './sql-text.js';

export interface MigratorOptions {
  /** Opens the one connection of a run (`openMigrationConnection`). */
  readonly connect: () => Promise<MigrationConnection>;
  readonly tablePrefix: string;
  /** In order. */
  readonly migrations: readonly Migration[];
  /** Ids that `meta/journal.json` calls open; only development has any. */
  readonly open?: readonly string[];
  /** The API prefix, which stored IRIs start with. */
  readonly iriPrefix?: string;
  /** Brings a rewritten open migration up to date without losing rows; absent = it is undone and applied again. */
  readonly difference?: Difference;
  readonly log: Logger;
}

export interface Migrator {
  /**
   * Applies everything that is missing and answers the ids that changed, in order.
   * @throws DestructiveRunError, MigrationChangedError, MigrationMissingError, MigrationFailedError
   */
  run(options?: { readonly allowDestructive?: boolean }): Promise<readonly string[]>;
  /** Undoes the newest migrations, one by default, and answers their ids. @throws DestructiveRunError */
  revert(options?: {
    readonly steps?: number;
    readonly allowDestructive?: boolean;
  }): Promise<readonly string[]>;
  /** Compares files and database without changing either. */
  status(): Promise<readonly MigrationStatus[]>;
}

export interface MigrationStatus {
  readonly id: string;
  readonly state: 'applied' | 'pending' | 'changed' | 'missing' | 'interrupted';
  readonly open: boolean;
  readonly appliedAt?: string;
}

interface MigrationSession {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  readonly journal: Journal;
}

const RUN_COMMAND = 'cms migrate:run --allow-destructive';
const REVERT_COMMAND = 'cms migrate:revert --allow-destructive';

/** Brings one database to the state that the migration files describe. Two processes may do so at once. */
export function createMigrator(options: MigratorOptions): Migrator {
  const { tablePrefix, migrations, log } = options;
  const open = new Set(options.open);
  const target = { migrations, open, ...(options.difference && { difference: options.difference }) };

  async function withSession<Result>(work: (session: MigrationSession) => Promise<Result>): Promise<Result> {
    const connection = await options.connect();
    try {
      const renderer = createRenderer(connection.dialect, tablePrefix);
      return await work({ connection, renderer, journal: createJournal(connection, renderer, tablePrefix) });
    } finally {
      await connection.close();
    }
  }

  /** One change under the lock: the journal is read again, since another process may have been faster. */
  function step(
    session: MigrationSession,
    choose: (rows: readonly JournalRow[]) => Change | undefined,
    permission: { readonly allowDestructive: boolean; readonly command: string },
  ): Promise<string | undefined> {
    return session.connection.exclusively(`${tablePrefix}migration`, async () => {
      await session.journal.prepare();
      const rows = await session.journal.read();
      const change = choose(rows);
      if (change === undefined) return undefined;
      if (!permission.allowDestructive) await assertHarmless(session, rows, change, permission.command);
      await carryOut(session, rows, change);
      return change.id;
    });
  }

  async function carryOut(
    session: MigrationSession,
    rows: readonly JournalRow[],
    change: Change,
  ): Promise<void> {
    const { id, pending, resumeAt } = change;
    const row = rows.find((each) => each.id === id);
    const isContinued = row?.pending != null && row.pending === pending;
    if (!isContinued) await session.journal.begin(id, change.position, pending, change.isNew);
    let tables = tablesOf(rows);
    const first = isContinued ? (resumeAt ?? 0) : 0;
    for (const [index, statement] of pending.statements.entries()) {
      if (index < first) continue;
      await session.journal.progress(id, 'started', index + 1);
      const isInDoubt = index === resumeAt;
      await attempt(id, statement, () =>
        runStatement(statement, { ...session, tables, iriPrefix: options.iriPrefix ?? '', isInDoubt }),
      );
      await session.journal.progress(id, 'finished', index + 1);
      tables = replayStatement(tables, statement);
    }
    await session.journal.finish(id, pending.then);
    log.info({ msg: 'migrated', migration: id, statements: pending.statements.length });
  }

  return {
    run: ({ allowDestructive = false } = {}) =>
      withSession(async (session) => {
        const changed = new Set<string>();
        const permission = { allowDestructive, command: RUN_COMMAND };
        for (;;) {
          const id = await step(session, (rows) => nextChange(rows, target), permission);
          if (id === undefined) return [...changed];
          changed.add(id);
        }
      }),
    revert: ({ steps = 1, allowDestructive = false } = {}) =>
      withSession(async (session) => {
        const reverted: string[] = [];
        const permission = { allowDestructive, command: REVERT_COMMAND };
        while (reverted.length < steps) {
          const id = await step(session, (rows) => newestChange(rows), permission);
          if (id === undefined) break;
          reverted.push(id);
        }
        return reverted;
      }),
    status: () =>
      withSession(async ({ journal }) => {
        const rows = await journal.read();
        const known = new Set(rows.map(({ id }) => id));
        const pending = migrations.filter(({ id }) => !known.has(id));
        return [
          ...rows.map((row) => statusOf(row, migrations, open)),
          ...pending.map(({ id }): MigrationStatus => ({ id, state: 'pending', open: open.has(id) })),
        ];
      }),
  };
}

function newestChange(rows: readonly JournalRow[]): Change | undefined {
  const newest = rows.at(-1);
  if (newest === undefined) return undefined;
  if (newest.pending?.then === null) {
    const { id, position, pending, finished } = newest;
    return { id, position, isNew: false, pending, resumeAt: finished };
  }
  if (newest.pending !== null)
    throw new MigrationFailedError(newest.id, 'it was interrupted; run cms migrate:run first.');
  return revertOf(newest);
}

/** Statements that an interruption left undone were allowed when they began. */
async function assertHarmless(
  { connection, renderer }: MigrationSession,
  rows: readonly JournalRow[],
  { id, pending, resumeAt }: Change,
  command: string,
): Promise<void> {
  if (resumeAt !== undefined) return;
  const losses = await findLosses(connection, renderer.names, {
    tables: tablesOf(rows),
    statements: pending.statements,
  });
  if (losses.length > 0) throw new DestructiveRunError(id, losses, command);
}

async function attempt(id: string, statement: MigrationStatement, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationFailedError(id, `${statement.kind}: ${reason}`, { cause: error });
  }
}

function statusOf(
  row: JournalRow,
  migrations: readonly Migration[],
  open: ReadonlySet<string>,
): MigrationStatus {
  const migration = migrations.find(({ id }) => id === row.id);
  const isChanged = migration !== undefined && row.applied?.hash !== migrationHash(migration);
  const found = migration === undefined ? 'missing' : isChanged ? 'changed' : 'applied';
  return {
    id: row.id,
    state: row.pending === null ? found : 'interrupted',
    open: open.has(row.id),
    appliedAt: row.appliedAt,
  };
}
