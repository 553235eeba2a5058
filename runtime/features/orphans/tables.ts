import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** The latest report of each kind of scan, as JSON; `alerted` is what the last alert told of. */
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
