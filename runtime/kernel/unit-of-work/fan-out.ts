import type { Change } from '../contract/records/change-set.js';
import type { ChangedRecord, FanOut, TouchedRecord } from '../contract/records/fan-out.js';
import type { Reference } from '../contract/records/record.js';
import { cacheTagsOf, coarserTag, tagsOfMoved } from './cache-tags.js';
import { isDraftOfAnother, type StateDeps, stateOf } from './record-state.js';
import { relatedRecords } from './related-records.js';

export interface FanOutDeps extends StateDeps {
  /** The records found for `lookupsOf`, read before the commit. */
  readonly found: readonly Reference[];
  /** Records whose audience changes. */
  readonly moved: readonly Reference[];
  /** Further cache tags to purge. */
  readonly tags: readonly string[];
}

/** Returns the records and tags affected by the changes of a unit of work (core.md 1.8, realtime.md 2). */
export function fanOut(changes: readonly Change[], deps: FanOutDeps): FanOut {
  const changed = changes.map((change) => touched(change, deps));
  const records = [...changed, ...relatedTo(changes, deps)];
  const ordered = [...records].sort((left, right) => ORDER[left.kind] - ORDER[right.kind]);
  const tags = new Set([...cacheTagsOf(ordered, deps), ...tagsOfMoved(deps.moved, deps), ...deps.tags]);
  // Responses with many tags use coarser ones.
  for (const tag of [...tags]) tags.add(coarserTag(tag));
  return { records: ordered, tags: [...tags] };
}

/** Deletions come last, because they cancel other announcements of a record (realtime.md 2.2). */
const ORDER: Readonly<Record<TouchedRecord['kind'], number>> = {
  created: 0,
  updated: 1,
  related: 1,
  deleted: 2,
};

function touched(change: Change, deps: StateDeps): ChangedRecord {
  switch (change.kind) {
    case 'created':
      return { kind: 'created', after: stateOf(change.after, deps) };
    case 'updated': {
      const { fields } = change;
      return {
        kind: 'updated',
        before: stateOf(change.before, deps),
        after: stateOf(change.after, deps),
        isOfPair: isDraftOfAnother(change.after, deps),
        fields,
      };
    }
    case 'deleted':
      return { kind: 'deleted', before: stateOf(change.before, deps) };
  }
}

/** Returns each record that counts as updated once, except those that changed themselves. */
function relatedTo(changes: readonly Change[], deps: FanOutDeps): readonly TouchedRecord[] {
  const changed = new Set(changes.map((change) => ('after' in change ? change.after.id : change.before.id)));
  const related = new Map<string, { reference: Reference; members: Set<string> }>();
  const all = [
    ...changes.flatMap((change) => relatedRecords(change, deps.registry)),
    ...deps.found.map((reference) => ({ reference, members: [] })),
  ];
  for (const { reference, members } of all) {
    if (changed.has(reference.id)) continue;
    const known = related.get(reference.id) ?? { reference, members: new Set() };
    related.set(reference.id, known);
    for (const member of members) known.members.add(member);
  }
  return [...related.values()].map(({ reference, members }) => ({
    kind: 'related',
    reference,
    iri: deps.iris.of(reference),
    members: [...members],
  }));
}
