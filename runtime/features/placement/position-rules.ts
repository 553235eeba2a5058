import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { PendingWrite, WriteRule, WriteScope } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import { referenceOf } from '../../kernel/records/references.js';
import type { LockGroups } from './lock-groups.js';
import type { PlacePositions } from './place-positions.js';
import type { Placement } from './placement-restriction.js';
import { nextSortValue, shiftSiblings } from './sort-value.js';

/**
 * Creates the rules of ComponentPosition: component or property, the group's restrictions, and sort values (core.md
 * section 8).
 */
export function createPositionRules(
  deps: Pick<Kernel, 'registry' | 'reader' | 'writer'> & {
    readonly placement: Placement;
    readonly lockGroups: LockGroups;
    readonly placePositions: PlacePositions;
  },
): WriteRule {
  const { registry, reader, placement, lockGroups, placePositions } = deps;

  function check(write: PendingWrite, group: StoredRecord | undefined): void {
    placement.check(
      {
        component: referenceOf(write.values.component),
        pageDataClass: text(write.values.pageDataClass),
        pageDataProperty: text(write.values.pageDataProperty),
        group,
      },
      write.violations,
    );
    storeClass(write, registry);
  }

  return {
    appliesTo: ({ name }) => name === 'ComponentPosition',
    lockFirst: lockGroups,

    async prepare(write, scope) {
      const group = await loadGroup(write, reader, scope);
      check(write, group);
      if (write.values.sortValue == null)
        write.values.sortValue = await defaultSortValue(write, group, scope);
    },

    async apply(write, scope) {
      const isMoved = write.changed.includes('sortValue') || write.changed.includes('componentGroup');
      if (isMoved) await shiftSiblings(write, scope, deps);
    },

    many: {
      async prepare(writes, scope) {
        const groups = await placePositions(writes, scope);
        for (const write of writes)
          check(write, groups.get(referenceOf(write.values.componentGroup)?.id ?? ''));
      },
    },
  };
}

/** Stores the canonical form of the class (contract decision 64). An equivalent stored form counts as unchanged. */
function storeClass({ before, values }: PendingWrite, registry: ResourceRegistry): void {
  const sent = text(values.pageDataClass);
  const named = sent === null ? undefined : registry.byClassIdentifier(sent);
  if (named === undefined) return;
  const stored = text(before?.values.pageDataClass);
  const isSame = stored !== null && registry.byClassIdentifier(stored) === named;
  values.pageDataClass = isSame ? stored : named.classIdentifier;
}

/**
 * Returns the sort value after the last position of the group. A position that stays in its group keeps its value.
 */
async function defaultSortValue(
  { before }: PendingWrite,
  group: StoredRecord | undefined,
  { session }: WriteScope,
): Promise<unknown> {
  if (group === undefined) return 0;
  if (before !== null && referenceOf(before.values.componentGroup)?.id === group.id)
    return before.values.sortValue;
  return nextSortValue(group.id, session);
}

/** Loads and locks the target group, so that sort values of a group are assigned one at a time. */
async function loadGroup(
  write: PendingWrite,
  reader: RecordReader,
  { session }: WriteScope,
): Promise<StoredRecord | undefined> {
  const group = referenceOf(write.values.componentGroup);
  return group === null ? undefined : reader.findLocked(session, { type: 'ComponentGroup', id: group.id });
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
