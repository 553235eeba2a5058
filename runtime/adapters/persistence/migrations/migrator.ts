import type { Migration } from '../../../kernel/contract/database/migration.js';
import type { SchemaState } from '../../../kernel/contract/database/schema-state.js';
import { InternalError } from '../../../kernel/errors/internal-error.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { assertNotPresent, planAdoption } from './adoption.js';
import { apply, type MigrationSession } from './apply-migration.js';
import type { MigrationConnection } from './connection.js';
import { findPreviousForms, renewForms } from './previous-forms.js';
import { createHistory, type History } from './history.js';
import { findInterruption, resume, takeBack } from './interruption.js';
import { assertApproved, findPlanBlockers, type Permission } from './plan-approval.js';
import { createJournal, type JournalRow, STATE_ROW } from './journal.js';
import { ledgerOf, type Ledger } from './ledger.js';
import { type Plan, planEmpty, planFollow, planRevert, planRun, type Target } from './plan.js';
import { createRenderer } from './renderer.js';
import { tableSet } from './states/replay.js';
import { recordSquashes, withSquashes } from './squashed.js';
import { driftOf, type MigrationStatus, statusOf } from './status.js';
import { assertPrefixInUse } from './table-prefix.js';

export interface MigratorOptions {
  /** Opens the connection of a run (`openMigrationConnection`). */
  readonly connect: () => Promise<MigrationConnection>;
  readonly tablePrefix: string;
  readonly migrations: readonly Migration[];
  /** API prefix of stored IRIs. */
  readonly iriPrefix?: string;
  /** State of the generated code, which a run does not drop any part of. */
  readonly current?: SchemaState;
  readonly log: Logger;
}

/**
 * Runs, follows, reverts and lists the migrations of one database (ADR 20).
 *
 * @example
 * const pending = async (migrator: Migrator): Promise<number> =>
 *   (await migrator.status()).filter(({ state }) => state === 'pending').length;
 */
export interface Migrator {
  /**
   * Applies all pending migrations and returns their ids in order.
   * @throws DestructiveRunError, MigrationObstacleError, TablePrefixError, MigrationBranchesError,
   * MigrationChangedError, MigrationMissingError, MigrationFailedError
   */
  run(
    options?: RunOptions & {
      /** Creates the tables even if the database has tables with another prefix. */
      readonly newTables?: boolean;
    },
  ): Promise<readonly string[]>;
  /**
   * Changes the tables to the state of the generated code, with or without migrations (`cms dev`). Returns
   * whether anything changed. @throws DestructiveRunError, MigrationFailedError
   */
  follow(options?: RunOptions): Promise<boolean>;
  /** Drops all tables (`cms dev --fresh`) after finishing an unfinished change. */
  empty(): Promise<void>;
  /** Reverts the newest migrations, by default one, and returns their ids. @throws DestructiveRunError */
  revert(options?: RunOptions & { readonly steps?: number }): Promise<readonly string[]>;
  /**
   * Records the migrations up to `upTo` (default: all) in a database that already has their tables, without
   * running them.
   * @throws BaselineError with every difference, UnknownMigrationError, MigrationBranchesError
   */
  baseline(upTo?: string): Promise<readonly string[]>;
  /** Compares files and database without changing them. */
  status(): Promise<readonly MigrationStatus[]>;
  /** Returns the tables and types recorded in the journal. */
  state(): Promise<SchemaState>;
  /** Describes why the generated code does not work with this database; empty if it does. */
  drift(): Promise<readonly string[]>;
}

export interface RunOptions {
  readonly allowDestructive?: boolean;
}

const COMMANDS = {
  run: 'cms migrate:run --allow-destructive',
  revert: 'cms migrate:revert --allow-destructive',
  follow: 'cms dev --allow-destructive',
} as const;

/**
 * Creates the migrator of a database. Several processes may run it at once.
 *
 * @example
 * const migrate = (migrations: readonly Migration[], { log }: AppOptions): Promise<readonly string[]> =>
 *   createMigrator({
 *     connect: () => openMigrationConnection('sqlite:var/cms.sqlite'),
 *     tablePrefix: '',
 *     migrations,
 *     log,
 *   }).run();
 */
export function createMigrator(options: MigratorOptions): Migrator {
  const history = (): History => createHistory(options.migrations);
  const readRows = (): Promise<readonly JournalRow[]> =>
    withSession(options, async ({ journal }) => withSquashes(await journal.read(), options.migrations));
  return {
    run: ({ allowDestructive = false, newTables = false } = {}) =>
      underLock(options, { allowDestructive, newTables, command: COMMANDS.run }, (work) =>
        run(work, history(), options),
      ),
    follow: ({ allowDestructive = false } = {}) =>
      underLock(options, { allowDestructive, command: COMMANDS.follow }, (work) =>
        follow(work, history(), options),
      ),
    empty: () =>
      underLock(options, { allowDestructive: true, command: COMMANDS.follow }, (work) =>
        empty(work, history()),
      ),
    revert: ({ steps = 1, allowDestructive = false } = {}) =>
      underLock(options, { allowDestructive, command: COMMANDS.revert }, (work) =>
        revert(work, { steps, migrations: options.migrations }),
      ),
    baseline: (upTo) =>
      underLock(
        options,
        { allowDestructive: false, command: COMMANDS.run },
        async ({ session, read, execute }) => {
          await recordSquashes(session, options.migrations);
          const ledger = await read();
          const adoption = { session, ledger, history: history(), ...options };
          const { plan, recorded } = await planAdoption(adoption, upTo);
          await execute(plan);
          return recorded;
        },
      ),
    status: async () => statusOf(await readRows(), history()),
    state: async () => ledgerOf(await readRows(), options.migrations).state,
    drift: () =>
      withSession(options, async (session) => {
        const rows = withSquashes(await session.journal.read(), options.migrations);
        const { state } = ledgerOf(rows, options.migrations);
        const previous = await findPreviousForms(session, state.tables);
        return [...driftOf(rows, history(), options.current), ...previous];
      }),
  };
}

/** Work under the migration lock of a database. */
interface Work {
  readonly session: MigrationSession;
  read(): Promise<Ledger>;
  /** Checks the whole plan, then runs it. */
  execute(plan: Plan): Promise<void>;
}

async function run(
  { session, read, execute }: Work,
  history: History,
  { current }: MigratorOptions,
): Promise<readonly string[]> {
  const resumed = await settle(session, history);
  await renewForms(session, (await read()).state.tables);
  const target = { history, ...(current && { current }) };
  const plan = await possiblePlan(session, await read(), target);
  await execute(plan);
  const changed = plan.changes.flatMap(({ id, pending: { records = [] } }) =>
    id === STATE_ROW ? records.map((record) => record.id) : [id],
  );
  return [...resumed, ...changed];
}

/** Returns a plan with hand-written SQL, or one without if only that is possible with the existing rows. */
async function possiblePlan(session: MigrationSession, ledger: Ledger, target: Target): Promise<Plan> {
  const plan = planRun(ledger, target);
  if (plan.changes.length < 2) return plan;
  const isPossible = async (each: Plan): Promise<boolean> =>
    (await findPlanBlockers(session, { ledger, plan: each })).length === 0;
  if (await isPossible(plan)) return plan;
  const other = planRun(ledger, { ...target, skipsSql: true });
  return (await isPossible(other)) ? other : plan;
}

/** Finishes an earlier run, and updates the journal for squashed migrations. */
async function settle(session: MigrationSession, history: History): Promise<readonly string[]> {
  const resumed = await resume(session, history);
  await recordSquashes(session, history.migrations);
  return resumed;
}

async function follow(
  { session, read, execute }: Work,
  history: History,
  { current }: MigratorOptions,
): Promise<boolean> {
  if (current === undefined) throw new InternalError('A migrator that follows schemas needs their state.');
  await settle(session, history);
  await renewForms(session, (await read()).state.tables);
  const plan = planFollow(await read(), { history, current });
  await execute(plan);
  return plan.changes.length > 0;
}

async function empty({ session, read, execute }: Work, history: History): Promise<void> {
  await settle(session, history);
  await execute(planEmpty(await read()));
}

async function revert(
  { session, read, execute }: Work,
  { steps, migrations }: { readonly steps: number; readonly migrations: readonly Migration[] },
): Promise<readonly string[]> {
  const interruption = await findInterruption(session, await read());
  const taken = interruption && (await takeBack(session, interruption));
  if (taken?.change !== undefined) await execute({ changes: [taken.change], skippedSql: [] });
  // Otherwise one of the squashed migrations would be reverted, and the files would not lead on from there.
  await recordSquashes(session, migrations);
  const plan = planRevert(await read(), steps - Number(taken !== undefined));
  await execute(plan);
  const reverted = plan.changes.map(({ id }) => id);
  return taken === undefined ? reverted : [taken.id, ...reverted];
}

async function withSession<Result>(
  { connect, tablePrefix, iriPrefix = '', log }: MigratorOptions,
  work: (session: MigrationSession) => Promise<Result>,
  newTables = false,
): Promise<Result> {
  const connection = await connect();
  try {
    if (!newTables) await assertPrefixInUse(connection, tablePrefix);
    const renderer = createRenderer(connection.dialect, tablePrefix, connection.exactCollation);
    const journal = createJournal(connection, renderer, tablePrefix);
    return await work({ connection, renderer, journal, iriPrefix, log });
  } finally {
    await connection.close();
  }
}

function underLock<Result>(
  options: MigratorOptions,
  permission: Permission,
  work: (work: Work) => Promise<Result>,
): Promise<Result> {
  return withSession(
    options,
    (session) =>
      session.connection.exclusively(`${options.tablePrefix}migration`, async () => {
        await session.journal.prepare();
        const read = async (): Promise<Ledger> => ledgerOf(await session.journal.read(), options.migrations);
        return work({
          session,
          read,
          async execute(plan) {
            const ledger = await read();
            await assertNotPresent(session, { ledger, plan, tablePrefix: options.tablePrefix });
            await assertApproved(session, { ledger, plan }, permission);
            await applyAll(session, ledger, plan);
          },
        });
      }),
    permission.newTables,
  );
}

async function applyAll(
  session: MigrationSession,
  ledger: Ledger,
  { changes, skippedSql }: Plan,
): Promise<void> {
  let tables = tableSet(ledger.state.tables);
  for (const change of changes) tables = await apply(session, change, tables);
  for (const migration of skippedSql) {
    session.log.warn({
      msg: 'skipped the hand-written SQL of a migration: the tables were already up to date',
      migration,
    });
  }
}
