import type { Migration, MigrationStatement } from '../../../kernel/contract/database/migration.js';
import { migrationHash } from '../../../kernel/contract/database/migration.js';
import { NO_STATE, type SchemaState } from '../../../kernel/contract/database/schema-state.js';
import {
  BaselineError,
  MigrationBranchesError,
  MigrationChangedError,
  MigrationMissingError,
} from './errors.js';
import type { History } from './history.js';
import {
  type AppliedForm,
  type Change,
  formOf,
  type PendingChange,
  type Recorded,
  STATE_POSITION,
  STATE_ROW,
} from './journal.js';
import {
  type AppliedRow,
  changeTo,
  isSameState,
  type Ledger,
  nextPosition,
  rowsAfter,
  spelledOut,
  sumOf,
} from './ledger.js';
import { doAllFit, replayOn } from './states/replay.js';
import { assertNotBetween } from './squashed.js';
import { schemaStates } from './states/schema-states.js';
import { type Stop, stretchesOf } from './stretches.js';

/** Desired state of a database. */
export interface Target {
  readonly history: History;
  /** State of the generated code, which is not dropped on the way. */
  readonly current?: SchemaState;
  /** Whether to skip hand-written SQL, because existing rows prevent some migration as written. */
  readonly skipsSql?: boolean;
}

/** Changes of a run in order; empty if the database is up to date. */
export interface Plan {
  readonly changes: readonly Change[];
  /**
   * Migrations whose hand-written SQL cannot be run, because the database reached the same tables in another
   * way.
   */
  readonly skippedSql: readonly string[];
}

interface Outcome extends Plan {
  readonly reached: Ledger;
}

/**
 * Plans all pending migrations by their start and end states. A database that `cms dev` took ahead of its
 * migrations is changed to their final state, but keeps everything in the schema files.
 * @throws MigrationBranchesError, MigrationSquashedError, MigrationChangedError, MigrationMissingError
 */
export function planRun(ledger: Ledger, target: Target): Plan {
  const { history } = target;
  if (history.ends.length > 1) throw new MigrationBranchesError(history.ends);
  assertNotBetween(ledger.rows, history.migrations);
  const edited = editedOf(ledger, history);
  // Development with the first release rewrote its newest migration; such a row counts as a state of `cms
  // dev`.
  const broken = edited.find(({ applied }) => applied.isOpen !== true);
  if (broken === undefined) return planFiles(ledger, edited, target);
  const isThere = history.find(broken.id) !== undefined;
  throw isThere ? new MigrationChangedError(broken.id) : new MigrationMissingError(broken.id);
}

/**
 * Plans the change to the state of the schema files by way of the pending migrations. Rows whose files are
 * missing or different are deleted, because their effects are part of the state.
 */
export function planFollow(ledger: Ledger, target: Target & Required<Pick<Target, 'current'>>): Plan {
  const { history, current } = target;
  const edited = editedOf(ledger, history);
  const pending = pendingOf(ledger.rows, edited, history);
  const wanted = schemaStates.remember(current, history.end());
  if (!isAhead(ledger, edited)) {
    const stops = stopsOf(ledger, pending, target);
    const reached = stops.at(-1)?.state ?? ledger.state;
    const last: Stop = { statements: schemaStates.difference(reached, wanted), state: current };
    return alongStretches(ledger, isSameState(reached, current) ? stops : [...stops, last], target);
  }
  const records = recordsOf(pending, ledger.rows);
  const forgets = edited.map(({ id }) => id);
  const statements = schemaStates.difference(ledger.state, wanted);
  if (isSameState(ledger.state, current) && records.length + forgets.length === 0) return nothing(ledger);
  const change = stateChange(ledger, { statements, records, forgets, state: current });
  return { changes: [change], skippedSql: sqlOf(records) };
}

/**
 * Plans to record the migrations up to `upTo` (default: all) for a database that already has `state`.
 * @throws MigrationBranchesError, BaselineError
 */
export function planBaseline(
  ledger: Ledger,
  { history }: Target,
  upTo?: string,
): Plan & { readonly state: SchemaState; readonly records: readonly Recorded[] } {
  if (history.ends.length > 1) throw new MigrationBranchesError(history.ends);
  const edited = editedOf(ledger, history);
  if (isAhead(ledger, edited)) throw new BaselineError(KNOWN_TABLES);
  const requested = upTo === undefined ? history.migrations : history.upTo(upTo);
  const pending = pendingOf(ledger.rows, edited, { ...history, migrations: requested });
  const stops = stopsOf(ledger, pending, { history });
  const state = stops.at(-1)?.state ?? ledger.state;
  const records = recordsOf(pending, ledger.rows);
  const change = stateChange(ledger, { statements: [], records, forgets: [], state });
  return { changes: records.length > 0 ? [change] : [], skippedSql: sqlOf(records), state, records };
}

const KNOWN_TABLES =
  'The database has a record of its own of how it came to its tables. Bring it up to date with `cms migrate:run`.';

/** Plans to drop every table and its migrations' rows. */
export function planEmpty(ledger: Ledger): Plan {
  const forgets = ledger.rows.map(({ id }) => id);
  if (isSameState(ledger.state, NO_STATE) && forgets.length === 0) return { changes: [], skippedSql: [] };
  const statements = schemaStates.difference(ledger.state, NO_STATE);
  const change = stateChange(ledger, { statements, records: [], forgets, state: NO_STATE });
  return { changes: [change], skippedSql: [] };
}

/** Plans to revert the newest migrations in the form in which they were applied. */
export function planRevert(ledger: Ledger, steps: number): Plan {
  const changes: Change[] = [];
  let reached = ledger;
  for (let step = 0; step < steps; step += 1) {
    const newest = reached.rows.at(-1);
    if (newest === undefined) break;
    const { down, types } = newest.applied;
    const written = { up: down, ...(types && { types: { was: types.is, is: types.was } }) };
    const base = sumOf(reached.rows);
    const theirs = replayOn(base, written);
    const outcome = stepTo(reached.state, { base, theirs, written });
    const change = rowChange(reached, newest, { ...outcome, then: null });
    changes.push(change);
    reached = after(reached, change, outcome.state);
  }
  return { changes, skippedSql: [] };
}

function planFiles(ledger: Ledger, edited: readonly AppliedRow[], target: Target): Outcome {
  const { history, current } = target;
  const pending = pendingOf(ledger.rows, edited, history);
  if (!isAhead(ledger, edited)) return alongStretches(ledger, stopsOf(ledger, pending, target), target);
  const records = recordsOf(pending, ledger.rows);
  const theirs = history.end();
  const state = schemaStates.reconcile({ ours: ledger.state, theirs, current: current ?? theirs });
  const statements = schemaStates.difference(ledger.state, state);
  if (statements.length + records.length + edited.length === 0) return nothing(ledger);
  const change = stateChange(ledger, { statements, records, forgets: edited.map(({ id }) => id), state });
  return { changes: [change], skippedSql: sqlOf(records), reached: after(ledger, change, state) };
}

/** Returns the states that the migrations lead to, starting from the current one. */
function stopsOf(
  ledger: Ledger,
  pending: readonly Migration[],
  { history, current }: Target,
): readonly Stop[] {
  const stops: Stop[] = [];
  for (const migration of pending) {
    const outcome = stepTo(stops.at(-1)?.state ?? ledger.state, {
      base: history.before(migration),
      theirs: history.after(migration),
      written: migration,
      ...(current && { current }),
    });
    stops.push({ ...outcome, migration });
  }
  return stops;
}

/** Plans a change for each stretch. A migration that forms one alone runs as written. */
function alongStretches(ledger: Ledger, stops: readonly Stop[], { skipsSql = false }: Target): Outcome {
  const stretches = stretchesOf(ledger.state, stops, skipsSql);
  const changes: Change[] = [];
  const skippedSql: string[] = [];
  let reached = ledger;
  for (const { statements, state, stops: passed } of stretches) {
    const migrations = passed.flatMap(({ migration }) => migration ?? []);
    const records = recordsOf(migrations, reached.rows);
    const [only] = passed.length === 1 ? records : [];
    const change =
      only === undefined
        ? stateChange(reached, { statements, records, forgets: [], state })
        : rowChange(reached, only, { statements, state, then: only.applied });
    if (only === undefined) skippedSql.push(...sqlOf(records));
    changes.push(change);
    reached = after(reached, change, state);
  }
  return { changes, skippedSql, reached };
}

interface Step {
  readonly base: SchemaState;
  readonly theirs: SchemaState;
  readonly written: Pick<Migration, 'up' | 'types'>;
  readonly current?: SchemaState;
}

interface StepOutcome {
  readonly statements: readonly MigrationStatement[];
  readonly state: SchemaState;
}

/**
 * Plans the step from a state by its missing parts. Uses the statements as written if they lead to the
 * target.
 */
function stepTo(ours: SchemaState, { base, theirs, written, current }: Step): StepOutcome {
  const asWritten = { statements: written.up, state: replayOn(ours, written) };
  const { state } = schemaStates.join({ base, ours, theirs, ...(current && { current }) });
  if (doAllFit(ours.tables, written.up) && isSameState(asWritten.state, state)) return asWritten;
  const sql = written.up.filter(isSql);
  return { statements: [...schemaStates.difference(ours, state), ...sql], state };
}

function rowChange(
  { rows }: Ledger,
  { id, position }: Pick<AppliedRow, 'id' | 'position'>,
  { statements, state, then }: StepOutcome & { readonly then: AppliedForm | null },
): Change {
  return changeTo({ rows, state }, { id, position, pending: { statements, then } });
}

function stateChange(
  { rows }: Ledger,
  { state, ...rest }: StepOutcome & Required<Pick<PendingChange, 'records' | 'forgets'>>,
): Change {
  const pending = { ...rest, then: null };
  return changeTo({ rows, state }, { id: STATE_ROW, position: STATE_POSITION, pending });
}

function after(ledger: Ledger, change: Change, state: SchemaState): Ledger {
  return { rows: rowsAfter(ledger.rows, change), state };
}

/** Returns whether the migrations do not add up to the database, because `cms dev` was ahead of them. */
function isAhead(ledger: Ledger, edited: readonly AppliedRow[]): boolean {
  return edited.length > 0 || spelledOut(ledger) !== null;
}

function editedOf({ rows }: Ledger, history: History): readonly AppliedRow[] {
  return rows.filter(({ id, applied }) => {
    const migration = history.find(id);
    return migration === undefined || migrationHash(migration) !== applied.hash;
  });
}

function pendingOf(
  rows: readonly AppliedRow[],
  edited: readonly AppliedRow[],
  { migrations }: History,
): readonly Migration[] {
  const known = new Set(rows.filter((row) => !edited.includes(row)).map(({ id }) => id));
  return migrations.filter(({ id }) => !known.has(id));
}

function recordsOf(pending: readonly Migration[], rows: readonly AppliedRow[]): readonly Recorded[] {
  const position = nextPosition(rows);
  return pending.map((migration, index) => ({
    id: migration.id,
    position: position + index,
    applied: formOf(migration),
  }));
}

function sqlOf(records: readonly Recorded[]): readonly string[] {
  return records.filter(({ applied }) => applied.up.some(isSql)).map(({ id }) => id);
}

function isSql({ kind }: MigrationStatement): boolean {
  return kind === 'sql';
}

function nothing(ledger: Ledger): Outcome {
  return { changes: [], skippedSql: [], reached: ledger };
}
