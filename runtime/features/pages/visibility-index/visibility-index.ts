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

/** Keeps the visibility index: who can see a place from when, and the place of each component (ADR 40). */
export interface VisibilityIndex {
  readonly unitOfWork: UnitHooks;
  /** Updates the index before the answer, which must show what the write did. */
  readonly beforeAnswer: WriteRule;
  readonly derived: DerivedData;
}

/** Work that the transaction has to do before its commit. */
interface Pending {
  affected: Affected;
  isAsked: boolean;
}

const PENDING = stateKey((): Pending => ({ affected: nothingAffected(), isAsked: false }));
/** Writes of this part that were collected already. */
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
        if (pending.isAsked || isNothingAffected(pending.affected)) return;
        pending.isAsked = true;
        session.beforeEnd((whole) => derive(pending, whole));
      },
    },
    beforeAnswer: {
      appliesTo: () => true,
      async result(_stored, { changes, session, context }) {
        // Nothing is hidden from such a caller, so nothing is looked up for it.
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
 * Commands that derive take turns, and each reads what the one before has committed: whatever two of them change at a time,
 * the second derives from both.
 */
async function derive(pending: Pending, session: TransactionSession): Promise<void> {
  const { affected } = pending;
  if (isNothingAffected(affected)) return;
  // A part may still be undone, and what it derived for the parts before it with it: the end derives all of it again.
  if (session.state === session.whole) pending.affected = nothingAffected();
  await holdDerived(session);
  await deriveAccessPaths(affected, session);
  await deriveComponentPlaces(affected, session);
}
