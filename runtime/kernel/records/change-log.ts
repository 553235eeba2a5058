import type { Change, ChangeSet } from '../contract/records/change-set.js';
import type { TransactionSession } from '../contract/database/database.js';
import type { StoredRecord } from '../contract/records/record.js';
import type { RegisteredResource, ResourceRegistry } from '../metadata/resource-registry.js';
import { stateKey } from '../util/async/state.js';
import { changedFields } from './record-diff.js';
import { inSameOrder, referencesOf } from './references.js';
import { isLink, isStored } from './stored-members.js';

/** State of a row before the transaction and now; null if it does not exist. */
interface RowStates {
  readonly before: StoredRecord | null;
  readonly after: StoredRecord | null;
}

/** Row changes of one transaction, recorded by the code that writes the rows. */
export interface ChangeLog {
  /** Number of recorded writes. */
  readonly writes: number;
  readonly rows: readonly RowStates[];
  created(after: StoredRecord): void;
  /** Records an update. `members` are the written values; other values keep their last state. */
  updated(before: StoredRecord, members: Readonly<Record<string, unknown>>): void;
  deleted(before: StoredRecord): void;
}

const CHANGE_LOG = stateKey(createChangeLog);

export const changeLogOf = ({ state }: TransactionSession): ChangeLog => state.of(CHANGE_LOG);

function createChangeLog(): ChangeLog {
  const rows = new Map<string, RowStates>();
  let writes = 0;
  function put(id: string, states: RowStates): void {
    writes += 1;
    rows.set(id, states);
  }
  return {
    get writes() {
      return writes;
    },
    get rows() {
      return [...rows.values()];
    },
    created(after) {
      put(after.id, { before: rows.get(after.id)?.before ?? null, after });
    },
    updated(before, members) {
      const known = rows.get(before.id);
      const current = known?.after ?? before;
      const after = { ...current, values: { ...current.values, ...members } };
      put(before.id, { before: known === undefined ? before : known.before, after });
    },
    deleted(before) {
      const known = rows.get(before.id);
      put(before.id, { before: known === undefined ? before : known.before, after: null });
    },
  };
}

/** Returns the net changes of a transaction: one for each row whose final state differs. */
export function changesOf(session: TransactionSession, registry: ResourceRegistry): ChangeSet {
  const log = changeLogOf(session);
  let known: { readonly writes: number; readonly changes: readonly Change[] } | undefined;
  return {
    /** Cached until the next write, because several hooks read it. */
    get changes() {
      if (known?.writes !== log.writes) {
        const changes = log.rows.flatMap((states) => changeOf(states, registry));
        known = { writes: log.writes, changes };
      }
      return known.changes;
    },
    get writes() {
      return log.writes;
    },
  };
}

function changeOf(states: RowStates, registry: ResourceRegistry): readonly Change[] {
  const known = states.after ?? states.before;
  if (known === null) return []; // Created and deleted in the same transaction, so invisible to others.
  const resource = registry.require(known.type);
  const reordered = reorderedLists(states, resource);
  const before = states.before && storedRow(states.before, resource, reordered);
  const after = states.after && storedRow(states.after, resource, reordered);
  if (before === null) return after === null ? [] : [{ kind: 'created', after }];
  if (after === null) return [{ kind: 'deleted', before }];
  const fields = changedFields(resource, before.values, after.values);
  return fields.length === 0 ? [] : [{ kind: 'updated', before, after, fields }];
}

/** Returns lists whose links other records own, but whose order this record defines. */
function reorderedLists({ before, after }: RowStates, { fields }: RegisteredResource): ReadonlySet<string> {
  if (before === null || after === null) return new Set();
  const shown = fields.filter((field) => isLink(field) && !field.through.owner).map(({ name }) => name);
  return new Set(
    shown.filter((name) => !inSameOrder(referencesOf(before.values[name]), referencesOf(after.values[name]))),
  );
}

/** Returns the record's own state, without fields that show other rows. */
function storedRow(
  record: StoredRecord,
  { fields }: RegisteredResource,
  lists: ReadonlySet<string>,
): StoredRecord {
  const names = fields.filter((field) => isStored(field) || lists.has(field.name)).map(({ name }) => name);
  return { ...record, values: Object.fromEntries(names.map((name) => [name, record.values[name]])) };
}
