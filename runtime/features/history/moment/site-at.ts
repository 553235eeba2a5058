import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import type { LockRecords } from '../../../kernel/records/lock-records.js';
import { referencesIn } from '../../../kernel/records/references.js';
import { subjectOf } from '../recorded-types.js';
import { presentType } from '../previous-names.js';
import { decodeState } from '../stored-state.js';
import type { ChangesSince, FirstChange } from './changes-since.js';
import type { Address, TreeSource } from './tree.js';

/** Locked records in their current state and as of a revision. */
export interface SiteAt {
  readonly now: TreeSource;
  readonly then: TreeSource;
  /** Types, and members as `TYPE.member`, of previous states that no longer exist. */
  readonly lost: ReadonlySet<string>;
  /** Ids of the subjects of previous states. */
  readonly subjects: ReadonlySet<string>;
}

/** Types whose records may have moved to another parent. */
const MOVING = ['ComponentPosition', 'Route'];

/**
 * Reconstructs records as of a revision. Unchanged records have their current state. For changed records, the first
 * change since contains the previous values, and its resulting state the members it did not change.
 */
export function createSiteAt(
  session: SqlSession,
  {
    registry,
    locks,
    since,
  }: { readonly registry: ResourceRegistry; readonly locks: LockRecords; readonly since: ChangesSince },
): SiteAt {
  const present = new Map<string, StoredRecord | undefined>();
  const first = new Map<string, FirstChange>();
  const requested = new Set<string>();
  const lost = new Set<string>();
  const decoded = new Map<string, StoredRecord | undefined>();
  let moved: Promise<void> | undefined;

  async function loadNow(addresses: readonly Address[]): Promise<readonly StoredRecord[]> {
    const known = addresses.filter(({ type }) => registry.get(type) !== undefined);
    const missing = known.filter(({ id }) => !present.has(id));
    for (const { id } of missing) present.set(id, undefined);
    for (const record of await locks.lockAndLoad(session, missing)) present.set(record.id, record);
    return known.flatMap(({ id }) => present.get(id) ?? []);
  }

  function keep(changes: readonly FirstChange[]): void {
    for (const recorded of changes) {
      const change = { ...recorded, type: presentType(registry, recorded.type) };
      if (registry.get(change.type) === undefined) lost.add(change.type);
      else if (change.revision < (first.get(change.record)?.revision ?? Infinity)) {
        first.set(change.record, change);
        decoded.set(change.record, before(change));
      }
    }
  }

  /**
   * Loads first changes. A draft may have become an independent record since, in which case its state is stored under
   * its published record.
   */
  async function askFor(ids: readonly string[]): Promise<void> {
    for (let missing = ids.filter((id) => !requested.has(id)); missing.length > 0;) {
      for (const id of missing) requested.add(id);
      const found = await since.ofSubjects(missing);
      keep(found);
      missing = found
        .flatMap(({ record }) => previous(record) ?? [])
        .map((record) => subjectOf(registry.require(record.type), record))
        .filter((id) => !requested.has(id));
    }
  }

  const previous = (id: string): StoredRecord | undefined =>
    first.has(id) ? decoded.get(id) : present.get(id);

  /** Returns the record before a change; undefined if the change created it. */
  function before(change: FirstChange): StoredRecord | undefined {
    const { type, record: id } = change;
    if (change.before === null) return undefined;
    const values: Record<string, unknown> = {};
    for (const text of [change.after ?? '{}', change.before]) {
      const state = decodeState(registry, type, text);
      for (const name of state.unknown) lost.add(`${type}.${name}`);
      Object.assign(values, state.values);
    }
    return { type, id, values };
  }

  async function loadThen(addresses: readonly Address[]): Promise<readonly StoredRecord[]> {
    const now = await loadNow(addresses);
    const ids = addresses.map(({ id }) => id);
    await askFor([...ids, ...now.map((record) => subjectOf(registry.require(record.type), record))]);
    return ids.flatMap((id) => previous(id) ?? []);
  }

  async function askForMoved(): Promise<void> {
    for (const type of MOVING) keep(await since.ofType(type));
  }

  return {
    lost,
    get subjects() {
      return requested;
    },
    now: {
      load: loadNow,
      listed: (parents, { list }) => loadNow(parents.flatMap(({ values }) => referencesIn(values[list]))),
    },
    then: {
      load: loadThen,
      async listed(parents, { list, back }) {
        await (moved ??= askForMoved());
        const ids = new Set(parents.map(({ id }) => id));
        const listed = (await loadNow(parents)).flatMap(({ values }) => referencesIn(values[list]));
        const others = [...first.keys()].flatMap((id) => previous(id) ?? []);
        const candidates = [...(await loadThen(listed)), ...others].filter(({ values }) =>
          referencesIn(values[back]).some(({ id }) => ids.has(id)),
        );
        return loadThen([...new Map(candidates.map((record) => [record.id, record])).values()]);
      },
    },
  };
}
