import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** Latest report of each kind of scan, as JSON. `alerted` is the content of the last alert. */
export const orphanReportTable: TableDefinition = {
  name: 'orphan_report',
  columns: [
    { name: 'kind', type: 'string', nullable: false, length: 20, binary: true },
    { name: 'generated_at', type: 'datetime', nullable: false },
    { name: 'content', type: 'text', nullable: false },
    { name: 'alerted', type: 'text', nullable: true },
  ],
  primaryKey: ['kind'],
  indexes: [],
  foreignKeys: [],
};

export const orphanTables: readonly TableDefinition[] = [orphanReportTable];
