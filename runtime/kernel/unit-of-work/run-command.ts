import type { ChangeSet } from '../contract/records/change-set.js';
import type { LargerUnit, RequestContext } from '../contract/context.js';
import type { Database, Dialect, Outcome, TransactionSession } from '../contract/database/database.js';
import type { AskFanOut, Command, KnownFanOut, UnitHooks } from '../contract/records/unit-of-work.js';
import type { RunCommand } from '../contract/records/use-cases.js';
import type { Violation } from '../contract/records/validation.js';
import type { Commands, WriteScope } from '../contract/records/writes.js';
import { AppError } from '../errors/app-error.js';
import { itemNotFound, validationFailed } from '../errors/catalog.js';
import { DatabaseUnavailable } from '../errors/database-unavailable.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { takenViolation, uniqueRules } from '../metadata/unique-rules.js';
import { originOf, outliveRequest } from '../observation/origin.js';
import { changesOf } from '../records/change-log.js';
import { constraintName, constraintNameInDatabase } from '../util/database/constraint-name.js';
import { createState } from '../util/async/state.js';
import type { Announce } from './announce.js';
import { takeWaitingSteps, waitingSteps } from './answer-steps.js';
import { scopeOf } from './larger-unit.js';

export interface RunCommandDeps {
  readonly database: Database;
  readonly registry: ResourceRegistry;
  readonly tablePrefix: string;
  readonly commands: Commands;
  readonly hooks: readonly UnitHooks[];
  readonly announce: Announce;
}

/** A unit whose work has finished. */
interface DoneUnit<Result> {
  /** Work that rules registered for after the commit. */
  readonly followUps: readonly (() => Promise<void>)[];
  readonly session: TransactionSession;
  readonly changes: ChangeSet;
  readonly fanOut: RequestedFanOut;
  readonly result: Result;
}

/**
 * Creates the function that runs units of work: one command is one transaction; effects are stored with it
 * and performed after it (ADR 30). A context within a larger unit runs in that unit. In a database joined to a larger
 * transaction, the unit is part of it. Work after the commit waits for the end of that transaction.
 */
export function createRunCommand({ database, registry, ...deps }: RunCommandDeps): RunCommand {
  const { commands, hooks, announce } = deps;
  const keys = uniqueKeys(registry, deps.tablePrefix);

  async function follow(
    outcome: Outcome,
    { changes, fanOut }: Pick<DoneUnit<unknown>, 'changes' | 'fanOut'>,
    context: RequestContext,
  ): Promise<void> {
    outliveRequest(context);
    for (const hook of hooks)
      await isolated(context, EFFECT_FAILED, async () =>
        outcome === 'committed'
          ? hook.afterCommit?.(changes, context, fanOut.known())
          : hook.afterFailure?.(outcome, changes, context),
      );
  }

  async function retried(error: unknown, command: Command): Promise<boolean> {
    for (const hook of hooks) if (await hook.retry?.(error, command)) return true;
    return false;
  }

  /**
   * Runs a part of a larger unit: it is committed or rolled back with the unit, and its effects follow the
   * unit's commit.
   */
  async function runPart<Result>(
    unit: LargerUnit,
    context: RequestContext,
    work: (scope: WriteScope) => Promise<Result>,
  ): Promise<Result> {
    const scope = scopeOf(unit);
    let result: Result;
    try {
      result = await work({ ...scope, context });
    } catch (error) {
      throw translateViolation(error, database.dialect, keys) ?? error;
    }
    for (const step of takeWaitingSteps(scope.session))
      await isolated(context, ANSWER_FAILED, async () => step());
    return result;
  }

  return async <Result>(context: RequestContext, work: (scope: WriteScope) => Promise<Result>) => {
    if (context.partOf !== undefined) return runPart(context.partOf, context, work);
    const endings: (() => Promise<void>)[] = [];
    const command: Command = {
      context,
      state: createState(),
      atEnd: (ending) => void endings.push(ending),
    };
    try {
      let unit: DoneUnit<Result> | undefined;
      while (unit === undefined) {
        let done: DoneUnit<Result> | undefined;
        try {
          const { assertWanted } = context;
          unit = await database.transaction(
            async (session) => {
              done = undefined; // A retried transaction starts over.
              const changes = changesOf(session, registry);
              const followUps: (() => Promise<void>)[] = [];
              const afterCommit = (followUp: () => Promise<void>): void => void followUps.push(followUp);
              const result = await work({ session, context, changes, hooks, commands, afterCommit });
              const fanOut = askOnce(changes, () => announce(changes.changes, { session, now: context.now }));
              for (const hook of hooks) await hook.beforeCommit?.(changes, session, fanOut.ask, context);
              return (done = { session, changes, fanOut, followUps, result });
            },
            { assertWanted, origin: originOf(context) },
          );
        } catch (error) {
          const failure = translateViolation(error, database.dialect, keys) ?? error;
          if (done !== undefined && isUndecided(failure)) await follow('unknown', done, context);
          if (!(await retried(failure, command))) throw failure;
        }
      }
      const decided = unit;
      await database.whenDecided(async (outcome) => {
        await follow(outcome, decided, context);
        if (outcome === 'committed')
          for (const each of decided.followUps) await isolated(context, EFFECT_FAILED, each);
      });
      // They must not hold the transaction, or their part of a larger one.
      for (const step of waitingSteps(decided.session))
        await isolated(context, ANSWER_FAILED, async () => step());
      return decided.result;
    } finally {
      outliveRequest(context);
      for (const ending of endings) await ending();
    }
  };
}

/** Cached fan-out of a unit, valid until the next write. */
interface RequestedFanOut {
  readonly ask: AskFanOut;
  readonly known: () => KnownFanOut;
}

function askOnce(changes: ChangeSet, work: AskFanOut): RequestedFanOut {
  let writes: number | undefined;
  let known: KnownFanOut;
  return {
    async ask() {
      if (known === undefined || writes !== changes.writes) {
        writes = changes.writes;
        known = await work();
      }
      return known;
    },
    known: () => known,
  };
}

const EFFECT_FAILED = 'follow-up of a committed write failed';
const ANSWER_FAILED = 'omitted a failed part of the response to a committed write';

/** Logs later failures only, because the commit cannot be undone (contract decision 74). */
async function isolated(context: RequestContext, msg: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (err) {
    context.log.error({ msg, err });
  }
}

/**
 * Returns whether the outcome of a failed commit is unknown. If the database reports an error, nothing is
 * stored.
 */
function isUndecided(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return error.kind === 'away';
  return !(error instanceof AppError);
}

/**
 * Translates database errors: a unique violation that validation missed in a race is 422, a target deleted in
 * the meantime 400 (core.md section 2.3).
 */
function translateViolation(
  error: unknown,
  dialect: Dialect,
  keys: ReadonlyMap<string, Violation>,
): Error | undefined {
  const violation = dialect.uniqueViolation(error);
  if (violation !== undefined) {
    return validationFailed([keys.get(violation) ?? takenViolation({})]);
  }
  if (!dialect.isForeignKeyViolation(error)) return undefined;
  return itemNotFound();
}

/**
 * Returns every unique rule by the names in database errors: the index (PostgreSQL, MySQL, MariaDB) or the
 * table and columns (SQLite).
 */
function uniqueKeys(registry: ResourceRegistry, prefix: string): ReadonlyMap<string, Violation> {
  const keys = new Map<string, Violation>();
  for (const resource of registry.all) {
    for (const rule of uniqueRules(resource)) {
      const { fields } = rule;
      const broken = takenViolation(rule);
      const table = tableOf(resource, fields);
      const columns = fields.map((name) => columnOf(resource, name));
      const index = constraintNameInDatabase(prefix, keyName(resource, table, columns));
      const listed = columns.map((column) => `${prefix}${table}.${column}`).join(', ');
      for (const name of [index, listed]) if (!keys.has(name)) keys.set(name, broken);
    }
  }
  return keys;
}

/** Returns the name of a key; those of base tables are declared. */
function keyName({ base }: RegisteredResource, table: string, columns: readonly string[]): string {
  const keys = base?.table.name === table ? base.table.indexes : [];
  const key = keys.find((index) => index.unique && index.columns.join() === columns.join());
  return key?.name ?? constraintName('uniq', table, columns);
}

/** Returns the table of a rule. Fields of the base table are unique across all types. */
function tableOf(resource: RegisteredResource, fields: readonly string[]): string {
  const isBase = resource.baseFields.some(({ name }) => fields.includes(name));
  return isBase && resource.baseTable !== null ? resource.baseTable : resource.table;
}

function columnOf(resource: RegisteredResource, name: string): string {
  const field = resource.field(name);
  return field !== undefined && 'column' in field ? field.column : name;
}
