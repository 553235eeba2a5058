import type { ChangeSet } from '../../../kernel/contract/records/change-set.js';
import type { DerivedData } from '../../../kernel/contract/records/derived.js';
import type { SqlSession, TransactionSession } from '../../../kernel/contract/database/database.js';
import type { WriteRule } from '../../../kernel/contract/records/writes.js';
import type { UnitHooks } from '../../../kernel/contract/records/unit-of-work.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { holdDerived } from '../../../kernel/records/unique-locks.js';
import { stateKey } from '../../../kernel/util/async/state.js';
import type { AccessOf } from '../visibility/caller-access.js';
import { addAffected, type Affected, isNothingAffected, nothingAffected } from './affected.js';
import { compareIndex } from './compare-index.js';
import { placesOf } from './count-places.js';
import { deriveAccessPaths } from './derive-access-paths.js';
import { deriveComponentPlaces } from './derive-component-places.js';
import { rebuildIndex } from './rebuild-index.js';

/** Maintains the visibility index: who can see a place from when, and the place of each component (ADR 40). */
export interface VisibilityIndex {
  readonly unitOfWork: UnitHooks;
  /** Updates the index before the response is rendered, because it must reflect the write. */
  readonly beforeAnswer: WriteRule;
  readonly derived: DerivedData;
}

/** Work for the transaction to do before its commit. */
interface Pending {
  affected: Affected;
  isRequested: boolean;
}

const PENDING = stateKey((): Pending => ({ affected: nothingAffected(), isRequested: false }));
/** Number of writes of this part that were already collected. */
const SEEN = stateKey((): { writes: number } => ({ writes: 0 }));

export function createVisibilityIndex(deps: {
  readonly registry: ResourceRegistry;
  readonly accessOf: AccessOf;
}): VisibilityIndex {
  const { registry, accessOf } = deps;

  function collect(changes: ChangeSet, session: TransactionSession): Pending {
    const pending = session.whole.of(PENDING);
    const seen = session.state.of(SEEN);
    if (seen.writes !== changes.writes) {
      seen.writes = changes.writes;
      for (const change of changes.changes) addAffected(pending.affected, change, registry);
    }
    return pending;
  }

  return {
    unitOfWork: {
      async beforeDelete(rows, session) {
        const gone = rows.filter(({ type }) => registry.require(type).kind === 'component');
        const { affected } = session.whole.of(PENDING);
        for (const place of await placesOf(gone, session)) affected.left.add(place);
      },
      async beforeCommit(changes, session) {
        const pending = collect(changes, session);
        if (pending.isRequested || isNothingAffected(pending.affected)) return;
        pending.isRequested = true;
        session.beforeEnd((whole) => derive(pending, whole));
      },
    },
    beforeAnswer: {
      appliesTo: () => true,
      async result(_stored, { changes, session, context }) {
        // Nothing is hidden from such a caller, so the response needs no index.
        if (!accessOf(context).isUnrestricted) await derive(collect(changes, session), session);
        return undefined;
      },
    },
    derived: {
      name: 'reach',
      version: 1,
      compare: (session: SqlSession, limit: number) => compareIndex(session, limit),
      rebuild: rebuildIndex,
    },
  };
}

/**
 * Derives rows under a lock, so that commands run one after another. Each reads what the previous one committed, so
 * of two concurrent changes the second derives from both.
 */
async function derive(pending: Pending, session: TransactionSession): Promise<void> {
  const { affected } = pending;
  if (isNothingAffected(affected)) return;
  // A part may still be rolled back together with the rows it derived for earlier parts. The end of the transaction
  // derives everything again.
  if (session.state === session.whole) pending.affected = nothingAffected();
  await holdDerived(session);
  await deriveAccessPaths(affected, session);
  await deriveComponentPlaces(affected, session);
}
