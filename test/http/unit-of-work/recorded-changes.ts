import type { Change } from '../../../runtime/kernel/contract/records/change-set.js';
import type { ResourceRegistry } from '../../../runtime/kernel/metadata/resource-registry.js';
import type { ContentById, StoredContent } from './dump-content.js';
import { contentOf, isSameContent } from './dump-content.js';

/** One record before and after; a side is absent if the record did not exist. */
export interface Difference {
  readonly before?: StoredContent;
  readonly after?: StoredContent;
}

export type Differences = ReadonlyMap<string, Difference>;

/** Returns what was created, updated and deleted between two full reads. */
export function differenceOf(before: ContentById, after: ContentById): Differences {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return new Map(
    [...ids]
      .map((id) => [id, pick(before.get(id), after.get(id))] as const)
      .filter(([, pair]) => differs(pair)),
  );
}

/** Combines the recorded changes of one request's units of work into one difference. */
export function recordedDifference(
  units: readonly (readonly Change[])[],
  registry: ResourceRegistry,
): Differences {
  const all = new Map<string, Difference>();
  for (const change of units.flat()) {
    const before = 'before' in change ? contentOf(change.before, registry) : undefined;
    const after = 'after' in change ? contentOf(change.after, registry) : undefined;
    const id = (after ?? before)?.id ?? '';
    const earlier = all.get(id);
    const folded = pick(earlier === undefined ? before : earlier.before, after);
    if (folded.before === undefined && folded.after === undefined) all.delete(id);
    else all.set(id, folded);
  }
  return all;
}

/**
 * Returns what happened to a record. One that was created and deleted in the same request is never stored or
 * reported.
 */
export function kindOf({ before, after }: Difference): 'created' | 'updated' | 'deleted' {
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'updated';
}

/** Reports where a unit of work names a record twice, or lists the changed members of an update incorrectly. */
export function wrongFields(units: readonly (readonly Change[])[], registry: ResourceRegistry): string[] {
  return units.flatMap((changes) => {
    const ids = changes.map((change) => ('after' in change ? change.after.id : change.before.id));
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} is recorded twice`);
    const wrong = changes.flatMap((change) => {
      if (change.kind !== 'updated') return [];
      const names = changedNames(
        contentOf(change.before, registry),
        contentOf(change.after, registry),
      ).sort();
      const fields = [...change.fields].sort();
      const text = `${change.after.type} ${change.after.id}: ${fields.join()} for ${names.join()}`;
      return fields.join() === names.join() ? [] : [text];
    });
    return [...twice, ...wrong];
  });
}

/**
 * Reports every changed record with the same version, because `If-Match` would accept a stale write
 * (contract decision 100).
 */
export function keptVersions(stored: Differences): string[] {
  return [...stored.values()].flatMap((difference) => {
    const [before, after] = [difference.before, difference.after].map((content) =>
      Number(content?.values.get('column row_version') ?? Number.NaN),
    );
    return kindOf(difference) !== 'updated' || (after ?? 0) > (before ?? 0) ? [] : [describe(difference)];
  });
}

/** Reports changes that were recorded without a difference, not recorded, or recorded incorrectly. */
export function disagreements(stored: Differences, recorded: Differences): string[] {
  const ids = [...new Set([...stored.keys(), ...recorded.keys()])];
  return ids.flatMap((id) => {
    const fact = stored.get(id);
    const notified = recorded.get(id);
    if (notified === undefined) return fact === undefined ? [] : [`missing: ${describe(fact)}`];
    if (fact === undefined) return [`false: ${describe(notified)}`];
    if (kindOf(fact) !== kindOf(notified)) return [`${describe(fact)} is recorded as ${kindOf(notified)}`];
    return [
      ...wrongValues('before', fact.before, notified.before).map((text) => `${describe(fact)}: ${text}`),
      ...wrongValues('after', fact.after, notified.after).map((text) => `${describe(fact)}: ${text}`),
    ];
  });
}

function wrongValues(
  side: string,
  fact: StoredContent | undefined,
  notified: StoredContent | undefined,
): string[] {
  return [...(notified?.values ?? [])].flatMap(([name, value]) => {
    const stored = fact?.values.get(name);
    return isSameContent(stored, value)
      ? []
      : [`${name} ${side} is recorded as ${value}, stored as ${stored ?? 'nothing'}`];
  });
}

function pick(before: StoredContent | undefined, after: StoredContent | undefined): Difference {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function differs({ before, after }: Difference): boolean {
  return before === undefined || after === undefined || changedNames(before, after).length > 0;
}

function changedNames(before: StoredContent, after: StoredContent): string[] {
  const names = new Set([...before.values.keys(), ...after.values.keys()]);
  return [...names].filter((name) => !isSameContent(before.values.get(name), after.values.get(name)));
}

function describe(difference: Difference): string {
  const { before, after } = difference;
  const record = after ?? before;
  const names =
    before !== undefined && after !== undefined ? ` (${changedNames(before, after).join(', ')})` : '';
  return `${kindOf(difference)} ${record?.type ?? ''} ${record?.id ?? ''}${names}`;
}
