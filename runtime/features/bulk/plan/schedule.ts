import type { TransferredType } from '../format/transferred.js';
import { cyclesOf } from './cycles.js';
import type { PlannedRecord } from './planned.js';
import type { Problems } from './problems.js';

/** Records of one type that are stored together. None of them refers to another. */
export interface Step {
  readonly type: string;
  readonly ids: ReadonlySet<string>;
}

/** The order in which records are stored. */
export interface Schedule {
  readonly steps: readonly Step[];
  /** Members that are set after all steps, by record, because they are part of a cycle. */
  readonly late: ReadonlyMap<string, ReadonlySet<string>>;
}

type Types = ReadonlyMap<string, TransferredType>;

/**
 * Orders records after those they refer to, in the largest possible groups of one type. In a reference cycle, optional
 * members of one record are set at the end.
 */
export function scheduleRecords(
  records: ReadonlyMap<string, PlannedRecord>,
  types: Types,
  problems: Problems,
): Schedule {
  const toStore = new Map([...records].filter(([, { fate }]) => fate !== 'untouched'));
  const late = new Map<string, ReadonlySet<string>>();
  const steps: Step[] = [];
  const waiting = createWaiting(toStore);
  for (;;) {
    const next = waiting.takeLargest();
    if (next !== undefined) {
      steps.push(next);
      continue;
    }
    if (waiting.blocked.size === 0) break;
    if (openCycles()) continue;
    reportCycle();
    break;
  }
  return { steps, late };

  /** Breaks each cycle by deferring the members of one record. Returns whether any cycle could be broken. */
  function openCycles(): boolean {
    let opened = false;
    for (const cycle of cyclesOf(waiting.blocked)) {
      const inside = new Set(cycle);
      const [chosen] = cycle
        .flatMap((id) => toStore.get(id) ?? [])
        .map((record) => ({ record, members: membersInto(record, inside) }))
        .filter(({ record, members }) => members.every((name) => mayFollow(types.get(record.type), name)))
        .sort((one, other) => rank(one, types) - rank(other, types));
      if (chosen === undefined) continue;
      opened = true;
      const members = new Set([...(late.get(chosen.record.id) ?? []), ...chosen.members]);
      late.set(chosen.record.id, members);
      const remaining = chosen.record.references.filter(({ member }) => !members.has(member));
      waiting.waitOnlyFor(
        chosen.record.id,
        remaining.map(({ id }) => id),
      );
    }
    return opened;
  }

  function reportCycle(): void {
    const [id = ''] = waiting.blocked.keys();
    const record = toStore.get(id);
    if (record === undefined) return;
    const message =
      'This record and those that it names need each other from the start: none can be stored first.';
    problems.add({ file: record.file, line: record.line, message });
  }
}

const membersInto = ({ references }: PlannedRecord, inside: ReadonlySet<string>): readonly string[] => [
  ...new Set(references.filter(({ id }) => inside.has(id)).map(({ member }) => member)),
];

/** Returns whether a record can be stored without this member at first. */
function mayFollow(type: TransferredType | undefined, name: string): boolean {
  const field = type?.field(name);
  if (field?.name === type?.resource.publishable?.publishedAssociation) return false;
  return field?.kind === 'to-many' || (field?.kind === 'to-one' && field.nullable);
}

/**
 * Ranks records for breaking a cycle. Lists can be empty more often than single members, and components and routes have
 * the most required members.
 */
function rank(
  { record, members }: { readonly record: PlannedRecord; readonly members: readonly string[] },
  types: Types,
): number {
  const type = types.get(record.type);
  if (members.every((name) => type?.field(name)?.kind === 'to-many')) return 0;
  return type?.resource.kind === 'page_data' ? 1 : 2;
}

interface Waiting {
  /** Waiting records with the records they wait for. */
  readonly blocked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Returns the largest group of ready records of one type, which count as stored from then on. */
  takeLargest(): Step | undefined;
  waitOnlyFor(id: string, others: readonly string[]): void;
}

function createWaiting(toStore: ReadonlyMap<string, PlannedRecord>): Waiting {
  const ready = new Map<string, Set<string>>();
  const blocked = new Map<string, Set<string>>();
  const waiters = new Map<string, string[]>();
  const stored = new Set<string>();

  function release(id: string): void {
    blocked.delete(id);
    const type = toStore.get(id)?.type ?? '';
    const known = ready.get(type);
    if (known === undefined) ready.set(type, new Set([id]));
    else known.add(id);
  }

  for (const { id, references } of toStore.values()) {
    const named = new Set(references.map((reference) => reference.id).filter((each) => toStore.has(each)));
    if (named.size === 0) release(id);
    else blocked.set(id, named);
    for (const each of named) {
      const known = waiters.get(each);
      if (known === undefined) waiters.set(each, [id]);
      else known.push(id);
    }
  }

  return {
    blocked,
    takeLargest() {
      let largest: Step | undefined;
      for (const [type, ids] of ready) if (ids.size > (largest?.ids.size ?? 0)) largest = { type, ids };
      if (largest === undefined) return undefined;
      ready.delete(largest.type);
      for (const id of largest.ids) stored.add(id);
      for (const id of largest.ids) {
        for (const waiter of waiters.get(id) ?? []) {
          const left = blocked.get(waiter);
          if (left?.delete(id) === true && left.size === 0) release(waiter);
        }
        waiters.delete(id);
      }
      return largest;
    },
    waitOnlyFor(id, others) {
      const left = new Set(others.filter((each) => toStore.has(each) && !stored.has(each)));
      if (left.size === 0) release(id);
      else blocked.set(id, left);
    },
  };
}
