import {
  invertStatements,
  migrationHash,
  type MigrationStatement,
} from '../../../kernel/contract/database/migration.js';
import { attempt, complete, type MigrationSession, type Progress } from './apply-migration.js';
import type { History } from './history.js';
import { type Change, type JournalRow, type PendingChange, STATE_POSITION, STATE_ROW } from './journal.js';
import { changeTo, type Ledger, ledgerOf, spelledOut } from './ledger.js';
import { replay, replayStatement, tableSet } from './states/replay.js';

/** An unfinished change in the journal: the process was killed, or a statement failed on MySQL or MariaDB. */
export interface Interruption {
  readonly ledger: Ledger;
  readonly row: JournalRow;
  readonly pending: PendingChange;
}

/** Returns the unfinished migration of an earlier run, if any. */
export async function findInterruption(
  { journal }: MigrationSession,
  ledger: Ledger,
): Promise<Interruption | undefined> {
  const row = (await journal.read()).find(({ pending }) => pending !== null);
  return row?.pending == null ? undefined : { ledger, row, pending: row.pending };
}

/**
 * Completes or abandons an unfinished migration. It is abandoned if its file is missing or changed,
 * or if it fails again. A later migration that corrects it is therefore not blocked. Returns the ids of the completed
 * migrations.
 * @throws MigrationFailedError if hand-written SQL remains, which nothing else would run
 */
export async function resume(session: MigrationSession, history: History): Promise<readonly string[]> {
  const ledger = ledgerOf(await session.journal.read(), history.migrations);
  const found = await findInterruption(session, ledger);
  if (found === undefined) return [];
  const { row, pending } = found;
  const isState = row.id === STATE_ROW;
  const migration = history.find(row.id);
  const isWanted =
    isState || pending.then === null || (migration && migrationHash(migration)) === pending.then.hash;
  const mayFail = pending.then !== null || isState ? !pending.statements.some(isSql) : false;
  if (isWanted && (await goOn(session, found, mayFail)))
    return isState ? (pending.records ?? []).map(({ id }) => id) : [row.id];
  await giveUp(session, found);
  return [];
}

/** Reverts the applied part of an interrupted change; returns its id, and the change to run. */
export async function takeBack(
  session: MigrationSession,
  found: Interruption,
): Promise<{ readonly id: string; readonly change?: Change }> {
  const { row, pending, ledger } = found;
  if (pending.then === null && row.id !== STATE_ROW) {
    await goOn(session, found, false);
    return { id: row.id };
  }
  const done = await giveUp(session, found);
  const statements = invertStatements(pending.statements.slice(0, done));
  const state = spelledOut(ledger);
  const change = { id: STATE_ROW, position: STATE_POSITION, pending: { statements, then: null, state } };
  return { id: row.id, change };
}

function isSql({ kind }: MigrationStatement): boolean {
  return kind === 'sql';
}

/**
 * Continues an unfinished migration and returns whether it was completed. With `mayFail`, a failure returns
 * false.
 */
async function goOn(session: MigrationSession, found: Interruption, mayFail: boolean): Promise<boolean> {
  const { row, pending } = found;
  const ended = complete(session, { id: row.id, position: row.position, pending }, progressOf(found));
  if (mayFail) return succeeds(ended);
  await ended;
  return true;
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}

function progressOf({ ledger, row, pending }: Interruption): Progress {
  const begun = replay(tableSet(ledger.state.tables), pending.takesBack ?? []);
  const tables = replay(begun, pending.statements.slice(0, row.finished));
  return { tables, finished: row.finished, isInDoubt: row.started > row.finished };
}

/**
 * Abandons an unfinished migration. Applied statements stay and are recorded in the journal, so that the next
 * plan starts from the existing tables. Returns the number of applied statements.
 */
async function giveUp(session: MigrationSession, earlier: Interruption): Promise<number> {
  // The attempt to continue may have applied more before it failed.
  const rows = await session.journal.read();
  const row = rows.find(({ id }) => id === earlier.row.id) ?? earlier.row;
  const { ledger } = earlier;
  const progress = progressOf({ ...earlier, row });
  const doubtful = progress.isInDoubt ? earlier.pending.statements[progress.finished] : undefined;
  const at = { tables: progress.tables, isInDoubt: true };
  const isDone =
    doubtful !== undefined && (await succeeds(attempt(session, { id: row.id, statement: doubtful, at })));
  const tables = isDone ? replayStatement(progress.tables, doubtful) : progress.tables;
  const then = row.id === STATE_ROW ? null : row.applied;
  const state = { tables: [...tables.values()], types: ledger.state.types };
  const pending = { statements: [], then };
  await session.journal.finish(
    changeTo({ rows: ledger.rows, state }, { id: row.id, position: row.position, pending }),
  );
  return progress.finished + Number(isDone);
}
