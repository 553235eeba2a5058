import type { ChangeSet } from '../../contract/change-set.js';
import type { RequestContext } from '../../contract/context.js';
import type { Database, Dialect, TransactionSession } from '../../contract/database.js';
import type { Commands, RunCommand, WriteScope } from '../../contract/operations.js';
import type { Violation } from '../../contract/validation.js';
import { badRequest, validationFailed } from '../../errors/catalog.js';
import { baseTables } from '../../metadata/core-resources/base-tables.js';
import { constraintName } from '../../metadata/core-resources/constraint-name.js';
import type { RegisteredResource, ResourceRegistry } from '../../metadata/resource-registry.js';
import { takenViolation, uniqueRules } from '../../metadata/unique-rules.js';
import { constraintNameInDatabase } from '../../persistence/migrations/sql-text.js';
import { createChangeSet } from '../change-set.js';

/** Runs as the last statements of every write transaction: outbox and invalidation rows. */
export type ChangeRecorder = (changes: ChangeSet, session: TransactionSession) => Promise<void>;
/** Runs after the commit, whatever became of the effects before it; a failure is logged and never reaches the response. */
export type AfterCommit = (changes: ChangeSet, context: RequestContext) => Promise<void> | void;

/** One command is one transaction; effects are written with it and performed after it (ADR 4). */
export function createRunCommand(deps: {
  readonly database: Database;
  readonly registry: ResourceRegistry;
  readonly tablePrefix: string;
  readonly commands: Commands;
  readonly recorders: readonly ChangeRecorder[];
  readonly effects: readonly AfterCommit[];
}): RunCommand {
  const rulesByKey = uniqueKeys(deps.registry, deps.tablePrefix);
  return async (context, work) => {
    let changes = createChangeSet();
    let followUps: AfterCommit[] = [];
    let result: Awaited<ReturnType<typeof work>>;
    try {
      result = await deps.database.transaction(async (session) => {
        // A retried transaction starts over.
        changes = createChangeSet();
        followUps = [];
        const afterCommit: WriteScope['afterCommit'] = (followUp) => void followUps.push(followUp);
        const value = await work({ session, context, changes, commands: deps.commands, afterCommit });
        for (const record of deps.recorders) await record(changes, session);
        return value;
      });
    } catch (error) {
      throw translateViolation(error, deps.database.dialect, rulesByKey) ?? error;
    }
    await deps.database.afterCommit(async () => {
      for (const effect of [...deps.effects, ...followUps]) await perform(effect, changes, context);
    });
    return result;
  };
}

/** What was committed stands (contract decision 74). */
async function perform(effect: AfterCommit, changes: ChangeSet, context: RequestContext): Promise<void> {
  try {
    await effect(changes, context);
  } catch (err) {
    context.log.error({ msg: 'an effect of a stored write failed', err });
  }
}

/**
 * Every rule under the names by which databases speak of it: the index (PostgreSQL, MySQL, MariaDB) and the columns
 * with their table (SQLite).
 */
function uniqueKeys(registry: ResourceRegistry, prefix: string): ReadonlyMap<string, Violation> {
  const keys = new Map<string, Violation>();
  for (const resource of registry.all) {
    for (const rule of uniqueRules(resource)) {
      const { fields } = rule;
      const broken = takenViolation(rule);
      const table = tableOf(resource, fields);
      const columns = fields.map((name) => columnOf(resource, name));
      const index = constraintNameInDatabase(prefix, keyName(table, columns));
      const listed = columns.map((column) => `${prefix}${table}.${column}`).join(', ');
      for (const name of [index, listed]) if (!keys.has(name)) keys.set(name, broken);
    }
  }
  return keys;
}

/** A clash that slipped past validation by a race is 422, a target that vanished meanwhile 400 (core.md section 2.3). */
function translateViolation(
  error: unknown,
  dialect: Dialect,
  keys: ReadonlyMap<string, Violation>,
): Error | undefined {
  const violation = dialect.uniqueViolation(error);
  if (violation !== undefined) {
    return validationFailed([keys.get(violation.constraint) ?? takenViolation({})]);
  }
  if (!dialect.isForeignKeyViolation(error)) return undefined;
  return badRequest('A resource that the request names was removed meanwhile.', 'REQUEST.ITEM_NOT_FOUND');
}

/** Keys of the base tables have names of their own. */
function keyName(table: string, columns: readonly string[]): string {
  const base = baseTables.find(({ name }) => name === table);
  const key = base?.indexes.find((index) => index.unique && index.columns.join() === columns.join());
  return key?.name ?? constraintName('uniq', table, columns);
}

/** Members of the base table are unique among all types. */
function tableOf(resource: RegisteredResource, fields: readonly string[]): string {
  const isBase = resource.baseFields.some(({ name }) => fields.includes(name));
  return isBase && resource.baseTable !== null ? resource.baseTable : resource.table;
}

function columnOf(resource: RegisteredResource, name: string): string {
  const field = resource.field(name);
  return field !== undefined && 'column' in field ? field.column : name;
}
