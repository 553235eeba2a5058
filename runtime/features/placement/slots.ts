import type { ResourceRegistry } from '../../kernel/metadata/resource-registry.js';
import type { ReferenceIndex } from '../../kernel/records/reference-index.js';
import { isSlot } from './placement-restriction.js';

/** `page_data_slot`: the components in the properties of all page data, whatever its type. */
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
