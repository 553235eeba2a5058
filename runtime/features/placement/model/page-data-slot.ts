import type { TableDefinition } from '../../../kernel/contract/database/table.js';

/** Components in the properties of page data of any type; the rows are derived (ADR 40). */
export const pageDataSlotTable: TableDefinition = {
  name: 'page_data_slot',
  columns: [
    { name: 'page_data_id', type: 'uuid', nullable: false },
    { name: 'property', type: 'string', nullable: false, length: 255, binary: true },
    { name: 'component_id', type: 'uuid', nullable: false },
  ],
  primaryKey: ['page_data_id', 'property'],
  indexes: [{ name: 'page_data_slot_component_id', columns: ['component_id'], unique: false }],
  foreignKeys: [],
};
