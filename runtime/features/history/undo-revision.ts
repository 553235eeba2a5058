import type { RequestContext } from '../../kernel/contract/context.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteScope } from '../../kernel/contract/records/writes.js';
import { createLockRecords } from '../../kernel/records/lock-records.js';
import type { ResourceOperations } from '../../kernel/resource-operations.js';
import { presentType } from './former-names.js';
import { historyErrors } from './errors.js';
import { createPutBack, type PutBackDeps } from './put-back.js';
import { createStoredRevisions } from './stored-revisions.js';
import { undoneChanges } from './undo-changes.js';

export interface UndoDeps extends PutBackDeps {
  readonly operations: Pick<ResourceOperations, 'run' | 'enter' | 'findRefused'>;
  /** Whether an operator asks, who may write everything. */
  readonly isCommand?: true;
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
 * @throws AppError 404 when it is not there, 409 when something of it was pruned, was changed since, or may not be written by the caller
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
