import type { TableDefinition } from 'cms-api-components';

const ID_OF_ROUTE = { table: 'route', columns: ['id'] };
export const pageHitTable: TableDefinition = {
  name: 'page_hit',
  columns: [
    { name: 'route', type: 'uuid', nullable: false },
    { name: 'hits', type: 'integer', nullable: false },
  ],
  primaryKey: ['route'],
  indexes: [],
  foreignKeys: [{ name: 'page_hit_fk', columns: ['route'], references: ID_OF_ROUTE, onDelete: 'cascade' }],
};
