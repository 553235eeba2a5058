import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import { isSameValue } from '../../kernel/records/record-diff.js';
import { isStored } from '../../kernel/records/stored-members.js';
import { decodeState, type Values } from './stored-state.js';
import type { Conflict, PreviousRecords } from './previous-records.js';
import type { StoredChange } from './stored-revisions.js';

/** The changes that undo a revision. */
export interface UndoneChanges extends PreviousRecords {
  /** Records that have changed since. */
  readonly conflicts: readonly Conflict[];
  /** Members, as `TYPE.member`, that stay unchanged because the type no longer has them. */
  readonly leftOut: ReadonlySet<string>;
}

/** Compares the state after a revision with the current records, by id. */
export function undoneChanges(
  changes: readonly StoredChange[],
  present: ReadonlyMap<string, StoredRecord>,
  registry: ResourceRegistry,
): UndoneChanges {
  const removed: StoredRecord[] = [];
  const changed: { readonly record: StoredRecord; readonly values: Values }[] = [];
  const created: StoredRecord[] = [];
  const conflicts: Conflict[] = [];
  const leftOut = new Set<string>();
  for (const change of changes) {
    const { type, record: id, before, after } = change;
    const record = present.get(id);
    const previous = before === null ? undefined : stateIn(change.type, before);
    if (after === null) {
      if (record !== undefined) conflicts.push({ type, id, members: [] });
      else if (previous !== undefined) removed.push({ type, id, values: previous });
      continue;
    }
    const left = decodeState(registry, type, after).values;
    const requested = previous ?? left;
    const differing = record === undefined ? [] : differingMembers({ type, left, requested }, record);
    if (record === undefined || differing.length > 0) conflicts.push({ type, id, members: differing });
    else if (previous === undefined) created.push(record);
    else changed.push({ record, values: previous });
  }
  return { removed, changed, created, conflicts, leftOut };

  function stateIn(type: string, text: string): Values {
    const { values, unknown } = decodeState(registry, type, text);
    for (const name of unknown) leftOut.add(`${type}.${name}`);
    return values;
  }

  function differingMembers(
    { type, left, requested }: { readonly type: string; readonly left: Values; readonly requested: Values },
    record: StoredRecord,
  ): readonly string[] {
    const { fields } = registry.require(type);
    return fields
      .filter((field) => isStored(field) && field.writable && Object.hasOwn(requested, field.name))
      .filter((field) => !isSameValue(field, left[field.name], record.values[field.name]))
      .map(({ name }) => name);
  }
}
