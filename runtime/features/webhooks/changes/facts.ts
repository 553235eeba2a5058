import type { Change } from '../../../kernel/contract/records/change-set.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isDraftOfAnother, versionOf } from '../../../kernel/unit-of-work/record-state.js';
import { referencesIn } from '../../../kernel/unit-of-work/related-records.js';
import type { Fact } from '../events.js';

/** A record's change in a unit of work, in terms of events. */
export interface NotifiedChange {
  /** The row to read for the event. */
  readonly type: string;
  readonly id: string;
  /** State with the record's IRI: the previous state if there is one. */
  readonly named: StoredRecord;
  /** State in which readers may have seen it. */
  readonly before: StoredRecord | undefined;
  readonly facts: ReadonlySet<Fact>;
  /** True if only readers of drafts can see the change. */
  readonly isDraft: boolean;
  readonly isGone: boolean;
}

interface FactsDeps {
  readonly registry: ResourceRegistry;
  /** Time that decides about publication. */
  readonly now: Date;
}

/**
 * Returns one entry for each record that was created, changed or deleted. A draft counts as its published record. Its
 * changes are `updated` events for readers of drafts; its merge is a `published` event.
 */
export function notifiedChanges(changes: readonly Change[], deps: FactsDeps): readonly NotifiedChange[] {
  const merged = publishedOfGoneDrafts(changes, deps.registry);
  const updated = new Set(changes.flatMap((change) => (change.kind === 'updated' ? [change.after.id] : [])));
  return changes.flatMap((change): readonly NotifiedChange[] => {
    const record = change.kind === 'deleted' ? change.before : change.after;
    if (isDraftOfAnother(record, deps)) return ofPairedDraft(change, record);
    const isMerged = merged.has(record.id) && updated.has(record.id);
    return [ofRecord(change, { ...deps, isMerged })];
  });
}

function ofPairedDraft(change: Change, record: StoredRecord): readonly NotifiedChange[] {
  // Merged or discarded: the change of the published record is reported instead.
  if (change.kind === 'deleted') return [];
  const before = change.kind === 'updated' ? change.before : undefined;
  const { type, id } = record;
  return [{ type, id, named: record, before, facts: new Set(['updated']), isDraft: true, isGone: false }];
}

function ofRecord(change: Change, deps: FactsDeps & { readonly isMerged: boolean }): NotifiedChange {
  const { registry } = deps;
  const before = change.kind === 'created' ? undefined : change.before;
  const after = change.kind === 'deleted' ? undefined : change.after;
  const { type, id } = (after ?? before) as StoredRecord; // a change has one of them
  const isPublishable = registry.require(type).publishable !== undefined;
  const was = before !== undefined && versionOf(before, deps) === 'published';
  const is = after !== undefined && versionOf(after, deps) === 'published';
  const facts = new Set<Fact>([change.kind]);
  if (isPublishable && is && (!was || deps.isMerged)) facts.add('published');
  if (isPublishable && was && !is) facts.add('unpublished');
  return {
    type,
    id,
    named: (before ?? after) as StoredRecord, // as above
    before,
    facts,
    isDraft: !was && !is,
    isGone: after === undefined,
  };
}

/** Returns the ids of published records whose drafts were removed. */
function publishedOfGoneDrafts(changes: readonly Change[], registry: ResourceRegistry): ReadonlySet<string> {
  return new Set(
    changes.flatMap((change) => {
      if (change.kind !== 'deleted') return [];
      const { publishable } = registry.require(change.before.type);
      if (publishable === undefined) return [];
      return referencesIn(change.before, publishable.publishedAssociation).map(({ id }) => id);
    }),
  );
}
