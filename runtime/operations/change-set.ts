import type { Change, ChangeSet } from '../contract/change-set.js';

/** A change set that keeps one entry per record: later changes of the same record fold into the first. */
export function createChangeSet(): ChangeSet {
  const changes = new Map<string, Change>();
  return {
    get changes() {
      return [...changes.values()];
    },
    record(change) {
      const id = 'after' in change ? change.after.id : change.before.id;
      const folded = fold(changes.get(id), change);
      if (folded === undefined) changes.delete(id);
      else changes.set(id, folded);
    },
  };
}

function fold(earlier: Change | undefined, later: Change): Change | undefined {
  if (earlier === undefined || later.kind === 'created') return later;
  if (later.kind === 'deleted') {
    // A record that was made and removed in one transaction never existed for anyone else.
    return earlier.kind === 'created' ? undefined : { kind: 'deleted', before: beforeOf(earlier, later) };
  }
  if (earlier.kind === 'created') return { kind: 'created', after: later.after };
  const fields =
    earlier.kind === 'updated' ? [...new Set([...earlier.fields, ...later.fields])] : later.fields;
  return { kind: 'updated', before: beforeOf(earlier, later), after: later.after, fields };
}

function beforeOf(earlier: Change, later: Exclude<Change, { kind: 'created' }>): typeof later.before {
  return earlier.kind === 'created' ? later.before : earlier.before;
}
