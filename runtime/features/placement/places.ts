import type { Kernel } from '../../kernel/kernel.js';
import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { ReferenceIndex } from '../../kernel/records/reference-index.js';
import type { Places } from '../publishing/public-api.js';
import { usageSql } from './cascade/usage.js';
import { createMergePlaces } from './merge-places.js';
import { isSlot } from './placement-restriction.js';

/** Counts the places of components for publishing (core.md section 9). */
export function createPlaces(
  { registry, reader, writer }: Pick<Kernel, 'registry' | 'reader' | 'writer'>,
  slots: ReferenceIndex,
): Places {
  const targets = [...new Set(slots.members.map(({ target }) => target))];
  return {
    count(session, id) {
      const uses = usageSql(session, { id, holders: 'records' });
      return `${uses.positions} + ${uses.slots}`;
    },
    merge: createMergePlaces({ reader, writer }),
    inPageData: (type) => targets.some((target) => registry.accepts(target, type)),
  };
}

/** Maintains `page_data_slot`: the components in the properties of page data of any type. */
export function createSlotIndex(registry: ResourceRegistry): ReferenceIndex {
  return {
    name: 'slots',
    table: 'page_data_slot',
    owner: 'page_data_id',
    member: 'property',
    target: 'component_id',
    ownerBase: 'abstract_page_data',
    members: registry.all
      .filter(({ kind }) => kind === 'page_data')
      .flatMap(({ name, table, ownFields }) =>
        ownFields
          .filter((field) => isSlot(field, registry))
          .map((field) => ({
            type: name,
            member: field.name,
            table,
            column: field.column,
            target: field.target,
          })),
      ),
  };
}
