import type { RequestContext } from '../../kernel/contract/context.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { presentType } from './previous-names.js';
import { historyErrors } from './errors.js';
import { createPutBack, type PutBackDeps } from './put-back.js';
import { createStoredRevisions } from './stored-revisions.js';
import { undoneChanges } from './undo-changes.js';

export interface UndoDeps extends PutBackDeps {
  readonly operations: Pick<ResourceOperations, 'run' | 'enter' | 'findRefused'>;
  /** Set for console commands, whose operators may write everything. */
  readonly isCommand?: true;
}

/** The result of an undo. */
export interface Undone {
  readonly records: readonly Pick<StoredRecord, 'type' | 'id'>[];
  /** Members, as `TYPE.member`, that stay unchanged. */
  readonly leftOut: readonly string[];
}

/**
 * Undoes a whole revision in one unit of work. Deleted records exist again, changed ones get their previous values, and
 * created ones are deleted.
 * @throws AppError 404 for an unknown revision, 409 if parts of it were pruned, changed since, or cannot be written by
 * the caller
 */
export type UndoRevision = (number: number, context: RequestContext) => Promise<Undone>;

export function createUndoRevision({ operations, isCommand, ...deps }: UndoDeps): UndoRevision {
  const { registry } = deps;
  const locks = createLockRecords(deps);
  const putBack = createPutBack(deps);

  async function undo(number: number, scope: WriteScope): Promise<Undone> {
    const { session } = scope;
    const { expected, changes: recorded } = await createStoredRevisions(session).changesOf(number);
    const changes = recorded.map((change) => ({ ...change, type: presentType(registry, change.type) }));
    if (changes.length === 0) throw historyErrors.noRevision();
    const isLost = changes.some(({ type }) => registry.get(type) === undefined);
    if (changes.length < expected || isLost) throw historyErrors.incomplete();
    const addresses = changes.map(({ type, record: id }) => ({ type, id }));
    const present = await locks.lockAndLoad(session, addresses);
    const undone = undoneChanges(changes, new Map(present.map((one) => [one.id, one])), registry);
    putBack.assertNone(undone.conflicts);
    if (isCommand !== true) await putBack.assertAllowed(undone, scope, operations.findRefused);
    const gone = await putBack(undone, scope);
    return { records: addresses, leftOut: [...undone.leftOut, ...gone] };
  }

  return (number, context) =>
    operations.enter({ name: 'undo', context }, ({ context: entered }) =>
      operations.run(entered, (scope) => undo(number, scope)),
    );
}
