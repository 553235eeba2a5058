import type { Reference, StoredRecord } from '../../../kernel/contract/records/record.js';
import type { ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { referenceOf } from '../../../kernel/records/references.js';
import { isSlot } from '../placement-restriction.js';

/** The records of one deletion that were found so far. */
export interface RemovalSet {
  /** Records in the order in which they were found. */
  readonly records: readonly StoredRecord[];
  has(id: string): boolean;
  add(records: readonly StoredRecord[]): void;
  /** Counts the deleted uses of a component: positions and properties of page data. */
  releasedUses(componentId: string): number;
}

export function createRemovalSet(registry: ResourceRegistry): RemovalSet {
  const records = new Map<string, StoredRecord>();
  const released = new Map<string, number>();
  return {
    get records() {
      return [...records.values()];
    },
    has: (id) => records.has(id),
    add(added) {
      for (const record of added) {
        if (records.has(record.id)) continue;
        records.set(record.id, record);
        for (const { id } of usesOf(record, registry)) released.set(id, (released.get(id) ?? 0) + 1);
      }
    },
    releasedUses: (id) => released.get(id) ?? 0,
  };
}

/**
 * Returns the component uses of a record as `usageSql` counts them: positions and properties of page data, no other
 * relations.
 */
function usesOf(record: StoredRecord, registry: ResourceRegistry): readonly Reference[] {
  const isCounted = record.type === 'ComponentPosition' || registry.require(record.type).kind === 'page_data';
  return isCounted ? heldComponents(record, registry) : [];
}

/** Returns the components in a position, or in the properties of a page data record. */
export function heldComponents(
  { type, values }: StoredRecord,
  registry: ResourceRegistry,
): readonly Reference[] {
  const resource = registry.require(type);
  if (resource.kind === 'component') return [];
  return resource.fields
    .filter((field) => isSlot(field, registry))
    .map(({ name }) => referenceOf(values[name]))
    .filter((value) => value !== null);
}
