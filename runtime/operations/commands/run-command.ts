import type { ChangeSet } from '../../contract/change-set.js';
import type { RequestContext } from '../../contract/context.js';
import type { Database, TransactionSession } from '../../contract/database.js';
import type { WriteScope } from '../../contract/operations.js';
import { validationFailed } from '../../errors/catalog.js';
import type { ResourceRegistry } from '../../metadata/resource-registry.js';
import { createChangeSet } from '../change-set.js';
import { uniqueRules, UNIQUE_CODE } from './unique-check.js';

/** Runs as the last statements of every write transaction: outbox and invalidation rows. */
export type ChangeRecorder = (changes: ChangeSet, session: TransactionSession) => Promise<void>;
/** Runs after the commit; a failure is logged by the effect itself and never reaches the response. */
export type AfterCommit = (changes: ChangeSet, context: RequestContext) => Promise<void> | void;

export type RunCommand = <Result>(
  context: RequestContext,
  work: (scope: WriteScope) => Promise<Result>,
) => Promise<Result>;

/** One command is one transaction; effects are written with it and performed after it (architecture.md section 1). */
export function createRunCommand(deps: {
  readonly database: Database;
  readonly registry: ResourceRegistry;
  readonly recorders: readonly ChangeRecorder[];
  readonly effects: readonly AfterCommit[];
}): RunCommand {
  return async (context, work) => {
    let changes = createChangeSet();
    try {
      const result = await deps.database.transaction(async (session) => {
        changes = createChangeSet(); // a retried transaction starts over
        const value = await work({ session, context, changes });
        for (const record of deps.recorders) await record(changes, session);
        return value;
      });
      for (const effect of deps.effects) await effect(changes, context);
      return result;
    } catch (error) {
      throw translateUniqueViolation(error, deps) ?? error;
    }
  };
}

/** A clash that slipped past validation by a race is 422 like any other (core.md section 2.3). */
function translateUniqueViolation(
  error: unknown,
  { database, registry }: { readonly database: Database; readonly registry: ResourceRegistry },
): Error | undefined {
  const violation = database.dialect.uniqueViolation(error);
  if (violation === undefined) return undefined;
  const rule = registry.all
    .flatMap((resource) => uniqueRules(resource).map((rule) => ({ resource, rule })))
    .find(({ resource, rule }) =>
      names(
        violation,
        resource.table,
        rule.fields.map((name) => columnOf(resource, name)),
      ),
    );
  const message = rule?.rule.message ?? 'This value is already used.';
  return validationFailed([{ propertyPath: rule?.rule.fields[0] ?? '', message, code: UNIQUE_CODE }]);
}

function columnOf(resource: ReturnType<ResourceRegistry['require']>, name: string): string {
  const field = resource.field(name);
  return field !== undefined && 'column' in field ? field.column : name;
}

/** Databases name the constraint or the columns; either tells which rule it was. */
function names(
  violation: { readonly constraint: string; readonly columns?: readonly string[] },
  table: string,
  columns: readonly string[],
): boolean {
  if (violation.columns !== undefined && violation.columns.length > 0) {
    const isSameSet = columns.every((column) => violation.columns?.includes(column));
    return isSameSet && violation.constraint.includes(table);
  }
  return violation.constraint.includes(`${table}_${columns.join('_')}`);
}
