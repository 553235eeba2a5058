import type { StoredRecord } from '../../../kernel/contract/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { isReference } from '../../../kernel/records/references.js';
import { createRemovalSet, type RemovalSet } from './removal-set.js';

/**
 * Reduces a removal when some of its records stay: everything that is related to these, directly or not, stays too. What is
 * still removed then neither holds a remaining record nor is held by one.
 */
export function withoutLinked(
  removal: RemovalSet,
  staying: Iterable<string>,
  registry: ResourceRegistry,
): RemovalSet {
  const kept = new Set(staying);
  if (kept.size === 0) return removal;
  const links = linksWithin(removal);
  // A set is walked to its end, whatever is added meanwhile.
  for (const id of kept) for (const other of links.get(id) ?? []) kept.add(other);
  const left = createRemovalSet(registry);
  left.add(removal.records.filter(({ id }) => !kept.has(id)));
  return left;
}

function linksWithin(removal: RemovalSet): ReadonlyMap<string, readonly string[]> {
  const links = new Map<string, string[]>();
  const link = (from: string, to: string): void => {
    const others = links.get(from) ?? [];
    others.push(to);
    links.set(from, others);
  };
  for (const record of removal.records)
    for (const other of namedBy(record).filter((id) => removal.has(id))) {
      link(record.id, other);
      link(other, record.id);
    }
  return links;
}

const namedBy = ({ values }: StoredRecord): readonly string[] =>
  Object.values(values)
    .flat()
    .filter(isReference)
    .map(({ id }) => id);
