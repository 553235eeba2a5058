import type { MigrationStatement } from '../../../kernel/contract/database/migration.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { MigrationConnection } from './connection.js';
import { MigrationFailedError } from './errors.js';
import { type Change, type Journal, STATE_ROW } from './journal.js';
import { partChange, replayStatement, type TableSet } from './states/replay.js';
import { runStatement } from './run-statement.js';
import type { MigrationRenderer } from './sql-text.js';

/** Connection and context of a migration run. */
export interface MigrationSession {
  readonly connection: MigrationConnection;
  readonly renderer: MigrationRenderer;
  readonly journal: Journal;
  readonly iriPrefix: string;
  readonly log: Logger;
}

/** Position at which an interrupted change continues. */
export interface Progress {
  readonly tables: TableSet;
  /** Number of completed statements. */
  readonly finished: number;
  /** Whether the next statement may have been completed too. */
  readonly isInDoubt: boolean;
}

/** Runs a change statement by statement, records it and returns the resulting tables. */
export async function apply(session: MigrationSession, change: Change, tables: TableSet): Promise<TableSet> {
  await session.journal.begin(change);
  return complete(session, change, { tables, finished: 0, isInDoubt: false });
}

/** Completes a change that was started. @throws MigrationFailedError */
export async function complete(
  session: MigrationSession,
  change: Change,
  progress: Progress,
): Promise<TableSet> {
  const { id, pending } = change;
  let { tables } = progress;
  for (const [index, statement] of pending.statements.entries()) {
    if (index < progress.finished) continue;
    const isInDoubt = progress.isInDoubt && index === progress.finished;
    await session.journal.progress(id, 'started', index + 1);
    await attempt(session, { id, statement, at: { tables, isInDoubt } });
    await session.journal.progress(id, 'finished', index + 1);
    tables = replayStatement(tables, statement);
  }
  await session.journal.finish(change);
  logDone(session, change);
  return tables;
}

function logDone({ log }: MigrationSession, { id, pending }: Change): void {
  const statements = pending.statements.length;
  if (id !== STATE_ROW) return log.info({ msg: 'applied migration', migration: id, statements });
  if (statements > 0) return log.info({ msg: 'updated the database schema', statements });
  for (const { id: migration } of pending.records ?? [])
    log.info({ msg: 'recorded migration without running it: the tables are up to date', migration });
}

/** Runs one statement. @throws MigrationFailedError */
export async function attempt(
  session: MigrationSession,
  {
    id,
    statement,
    at,
  }: {
    readonly id: string;
    readonly statement: MigrationStatement;
    readonly at: { readonly tables: TableSet; readonly isInDoubt: boolean };
  },
): Promise<void> {
  try {
    await runStatement(statement, { ...session, ...at });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const what = id === STATE_ROW ? 'Changing the tables' : `Migration ${id}`;
    throw new MigrationFailedError(`${what}: ${placeOf(statement)}: ${reason}`, { cause: error });
  }
}

/**
 * Describes the part of the schemas that a statement changes (`addColumn titles.text`), which the database
 * error may not name.
 */
function placeOf(statement: MigrationStatement): string {
  if (!('table' in statement)) return statement.kind;
  const { kind, table } = statement;
  const name = typeof table === 'string' ? table : table.name;
  return `${kind} ${[name, ...partOf(statement)].join('.')}`;
}

function partOf(statement: MigrationStatement): readonly string[] {
  if (statement.kind === 'alterColumn') return [statement.to.name];
  if ('column' in statement && typeof statement.column === 'string') return [statement.column];
  return [partChange(statement)?.part.name ?? []].flat();
}
