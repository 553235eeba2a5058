import type { RequestContext } from '../../kernel/contract/context.js';
import type { StoredRecord } from '../../kernel/contract/record.js';
import type { WriteScope } from '../../kernel/contract/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import { stampOf } from '../../kernel/records/stored-members.js';
import { isReference, referencesIn } from '../../kernel/records/references.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import type { Cascade } from '../placement/door.js';
import { historyErrors } from './errors.js';
import { insertRemoved } from './insert-removed.js';
import { createStoredRevisions } from './stored-revisions.js';
import { type Conflict, type UndoneChanges, undoneChanges } from './undo-changes.js';

export interface UndoDeps extends Pick<Kernel, 'registry' | 'reader' | 'writer' | 'iris'> {
  readonly operations: Pick<ResourceOperations, 'run' | 'enter'>;
  readonly cascade: Pick<Cascade, 'removeOnly'>;
}

/** What an undo has done. */
export interface Undone {
  readonly records: readonly Pick<StoredRecord, 'type' | 'id'>[];
  /** Members, as `TYPE.member`, that stay as they are. */
  readonly leftOut: readonly string[];
}

/**
 * Takes a whole revision back, in one unit of work: what it removed is there again, what it changed is as it was, and what it made
 * is gone. All of that or nothing.
 * @throws AppError 404 when it is not there, 409 when something of it was pruned, or was changed since
 */
export type UndoRevision = (number: number, context: RequestContext) => Promise<Undone>;

export function createUndoRevision({ operations, cascade, ...kernel }: UndoDeps): UndoRevision {
  const { registry, writer, iris } = kernel;
  const locks = createLockRecords(kernel);

  async function undo(number: number, scope: WriteScope): Promise<Undone> {
    const { session } = scope;
    const { expected, changes } = await createStoredRevisions(session).changesOf(number);
    if (changes.length === 0) throw historyErrors.noRevision();
    const gone = changes.filter(({ type }) => registry.get(type) === undefined);
    if (changes.length < expected || gone.length > 0) throw historyErrors.incomplete();
    const addresses = changes.map(({ type, record: id }) => ({ type, id }));
    const present = await locks.lockAndLoad(session, addresses);
    const undone = undoneChanges(changes, new Map(present.map((one) => [one.id, one])), registry);
    assertNoConflict([...undone.conflicts, ...(await missingTargets(undone, scope))]);
    await insertRemoved(undone.removed, scope, kernel);
    for (const { record, values } of undone.changed) {
      const stamp = stampOf(registry.require(record.type), scope.context.now);
      const after = { ...record, values: { ...record.values, ...values, ...stamp } };
      await writer.update(scope, { before: record, after });
    }
    const holders = await cascade.removeOnly(undone.created, scope);
    assertNoConflict(holders.map(({ type, id }) => ({ type, id, members: [] })));
    assertNoConflict(alsoChanged(scope, new Set(addresses.map(({ id }) => id))));
    return { records: addresses, leftOut: [...undone.leftOut] };
  }

  /** What is to be stored names records that are gone by now. */
  async function missingTargets(
    { removed, changed }: UndoneChanges,
    { session }: WriteScope,
  ): Promise<readonly Conflict[]> {
    const back = new Set(removed.map(({ id }) => id));
    const values = [...removed.map((record) => record.values), ...changed.map((one) => one.values)];
    const named = values
      .flatMap((each) => Object.values(each).flatMap(referencesIn))
      .filter(({ id, type }) => !back.has(id) && registry.get(type) !== undefined);
    const found = new Set((await locks.lockAndLoad(session, named)).map(({ id }) => id));
    const missing = new Map(named.filter(({ id }) => !found.has(id)).map(({ type, id }) => [id, type]));
    return [...missing].map(([id, type]) => ({ type, id, members: [] }));
  }

  function assertNoConflict(conflicts: readonly Conflict[]): void {
    if (conflicts.length === 0) return;
    throw historyErrors.changedSince(
      conflicts.map(({ type, id, members }) => ({ iri: iris.item(registry.require(type), id), members })),
    );
  }

  return (number, context) =>
    operations.enter({ name: 'undo', context }, ({ context: entered }) =>
      operations.run(entered, (scope) => undo(number, scope)),
    );
}

/** Records beside those of the revision that would lose what they name. */
function alsoChanged({ changes }: WriteScope, own: ReadonlySet<string>): readonly Conflict[] {
  return changes.changes.flatMap((change): readonly Conflict[] => {
    const { type, id } = change.kind === 'deleted' ? change.before : change.after;
    if (own.has(id) || change.kind === 'created') return [];
    if (change.kind === 'deleted') return [{ type, id, members: [] }];
    const lost = change.fields.filter((name) => isReference(change.before.values[name]));
    return lost.length === 0 ? [] : [{ type, id, members: lost }];
  });
}
