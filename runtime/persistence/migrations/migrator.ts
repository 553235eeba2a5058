import { areSameTables } from '../../contract/canonical-tables.js';
import type { Migration } from '../../contract/migration.js';
import { migrationHash } from '../../contract/migration.js';
import type { SchemaState } from '../../contract/schema-state.js';
import type { SchemaStates } from '../../contract/schema-states.js';
import type { Logger } from '../../ports/logger.js';
import { carryOut, type MigrationSession } from './carry-out.js';
import type { MigrationConnection } from './connection.js';
import { createHistory, type History } from './history.js';
import { findInterruption, resume, takeBack } from './interruption.js';
import { assertAllowed, findPlanObstacles, type Permission } from './judge.js';
import { createJournal, type JournalRow, STATE_ROW } from './journal.js';
import { asFarAsKnown } from './known-rules.js';
import { ledgerOf, type Ledger } from './ledger.js';
import { type Plan, planAtOnce, planFollow, planRevert, planRun, type Target } from './plan.js';
import { createRenderer } from './renderer.js';
import { tableSet } from './replay.js';
import { assertPrefixInUse } from './table-prefix.js';

export interface MigratorOptions {
  /** Opens the one connection of a run (`openMigrationConnection`). */
  readonly connect: () => Promise<MigrationConnection>;
  readonly tablePrefix: string;
  readonly migrations: readonly Migration[];
  /** The API prefix, which stored IRIs start with. */
  readonly iriPrefix?: string;
  /** What the generated code asks for; a run drops nothing of it. */
  readonly current?: SchemaState;
  /** What compares states (`schemaStates` of the generator); absent = databases that only migrations change. */
  readonly states?: SchemaStates;
  readonly log: Logger;
}

export interface Migrator {
  /**
   * Applies everything that is missing and answers the ids that changed, in order.
   * @throws DestructiveRunError, MigrationObstacleError, TablePrefixError, MigrationBranchesError, MigrationChangedError, MigrationMissingError, MigrationFailedError
   */
  run(
    options?: RunOptions & {
      /** Make the tables although the database has some under another prefix. */
      readonly newTables?: boolean;
    },
  ): Promise<readonly string[]>;
  /**
   * Brings the tables to what the generated code asks for, with or without migrations (`cms dev`); answers whether
   * anything changed. @throws DestructiveRunError, MigrationFailedError
   */
  follow(options?: RunOptions): Promise<boolean>;
  /** Undoes the newest migrations, one by default, and answers their ids. @throws DestructiveRunError */
  revert(options?: RunOptions & { readonly steps?: number }): Promise<readonly string[]>;
  /** Compares files and database without changing either. */
  status(): Promise<readonly MigrationStatus[]>;
  /** What keeps the generated code from working on this database, in words; nothing when it fits. */
  misfits(): Promise<readonly string[]>;
}

export interface RunOptions {
  readonly allowDestructive?: boolean;
}

export interface MigrationStatus {
  readonly id: string;
  readonly state: 'applied' | 'pending' | 'changed' | 'missing' | 'interrupted';
  readonly appliedAt?: string;
}

const COMMANDS = {
  run: 'cms migrate:run --allow-destructive',
  revert: 'cms migrate:revert --allow-destructive',
  follow: 'cms dev --allow-destructive',
} as const;

/** Brings one database to the state that files describe. Two processes may do so at once. */
export function createMigrator(options: MigratorOptions): Migrator {
  const { tablePrefix, migrations, log, states, current } = options;
  const known = { ...(states && { states }), ...(current && { current }) };

  async function withSession<Result>(
    work: (session: MigrationSession) => Promise<Result>,
    newTables = false,
  ): Promise<Result> {
    const connection = await options.connect();
    try {
      if (!newTables) await assertPrefixInUse(connection, tablePrefix);
      const renderer = createRenderer(connection.dialect, tablePrefix);
      const journal = createJournal(connection, renderer, tablePrefix);
      return await work({ connection, renderer, journal, iriPrefix: options.iriPrefix ?? '', log });
    } finally {
      await connection.close();
    }
  }

  /** Plans and carries out under the lock; everything is judged before anything is changed. */
  function change<Result>(
    permission: Permission,
    work: (session: MigrationSession, execute: (plan: Plan) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    return withSession(
      (session) =>
        session.connection.exclusively(`${tablePrefix}migration`, async () => {
          await session.journal.prepare();
          return work(session, async (plan) => {
            const ledger = await readLedger(session, migrations);
            await assertAllowed(session, { ledger, plan, permission });
            await execute(session, ledger, plan);
          });
        }),
      permission.newTables,
    );
  }

  const history = (): History => createHistory(migrations, states);

  return {
    run: ({ allowDestructive = false, newTables = false } = {}) =>
      change({ allowDestructive, newTables, command: COMMANDS.run }, async (session, execute) => {
        const target = { ...known, history: history() };
        const resumed = await resume(session, target.history);
        const plan = await possiblePlan(session, await readLedger(session, migrations), target);
        await execute(plan);
        const changed = plan.changes.flatMap(({ id, pending: { records = [] } }) =>
          id === STATE_ROW ? records.map((record) => record.id) : [id],
        );
        return [...resumed, ...changed];
      }),
    follow: ({ allowDestructive = false } = {}) =>
      change({ allowDestructive, command: COMMANDS.follow }, async (session, execute) => {
        if (states === undefined || current === undefined)
          throw new TypeError('follow needs states and current.');
        const target = { states, current, history: history() };
        await resume(session, target.history);
        const plan = planFollow(await readLedger(session, migrations), target);
        await execute(plan);
        return plan.changes.length > 0;
      }),
    revert: ({ steps = 1, allowDestructive = false } = {}) =>
      change({ allowDestructive, command: COMMANDS.revert }, async (session, execute) => {
        const begun = await findInterruption(session, { migrations });
        const taken = begun && (await takeBack(session, begun));
        if (taken?.change !== undefined) await execute({ changes: [taken.change], skippedSql: [] });
        const plan = planRevert(
          await readLedger(session, migrations),
          steps - Number(taken !== undefined),
          states,
        );
        await execute(plan);
        const reverted = plan.changes.map(({ id }) => id);
        return taken === undefined ? reverted : [taken.id, ...reverted];
      }),
    status: () => withSession(async ({ journal }) => statusOf(await journal.read(), history())),
    misfits: () =>
      withSession(async (session) => {
        const statuses = statusOf(await session.journal.read(), history());
        const unfinished = statuses.filter(({ state }) => state !== 'applied');
        if (unfinished.length > 0) return unfinished.map(({ id, state }) => `${id} (${state})`);
        const { state } = await readLedger(session, migrations);
        if (current === undefined || areSameTables(state.tables, asFarAsKnown(current.tables, state.tables)))
          return [];
        return ['the schemas ask for tables that no migration makes'];
      }),
  };
}

/**
 * One migration after the other, unless the rows keep one of them from it: then all at once, where a later one took back
 * what does not work.
 */
async function possiblePlan(session: MigrationSession, ledger: Ledger, target: Target): Promise<Plan> {
  const plan = planRun(ledger, target);
  if (plan.changes.length < 2) return plan;
  if ((await findPlanObstacles(session, { ledger, plan })).length === 0) return plan;
  return planAtOnce(ledger, target) ?? plan;
}

async function readLedger({ journal }: MigrationSession, migrations: readonly Migration[]): Promise<Ledger> {
  return ledgerOf(await journal.read(), migrations);
}

async function execute(
  session: MigrationSession,
  ledger: Ledger,
  { changes, skippedSql }: Plan,
): Promise<void> {
  let tables = tableSet(ledger.state.tables);
  for (const change of changes) tables = await carryOut(session, change, tables);
  for (const migration of skippedSql) {
    session.log.warn({
      msg: 'hand-written SQL of a migration was not run: the tables had been brought there without it',
      migration,
    });
  }
}

function statusOf(rows: readonly JournalRow[], { migrations, find }: History): readonly MigrationStatus[] {
  const applied = rows.filter(({ id }) => id !== STATE_ROW);
  const known = new Set(applied.map(({ id }) => id));
  return [
    ...applied.map((row): MigrationStatus => {
      const { id, appliedAt } = row;
      return { id, state: stateOf(row, find(id)), appliedAt };
    }),
    ...migrations
      .filter(({ id }) => !known.has(id))
      .map(({ id }): MigrationStatus => ({ id, state: 'pending' })),
  ];
}

function stateOf(
  { pending, applied }: JournalRow,
  migration: Migration | undefined,
): MigrationStatus['state'] {
  if (pending !== null) return 'interrupted';
  if (migration === undefined) return 'missing';
  return applied?.hash === migrationHash(migration) ? 'applied' : 'changed';
}
