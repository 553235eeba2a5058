import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** Links a provider's subject to an account. No other claim and no token is stored. */
export const externalIdentityTable: TableDefinition = {
  name: 'external_identity',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'user_id', type: 'uuid', nullable: false },
    { name: 'provider', type: 'string', nullable: false, length: 40, binary: true },
    { name: 'subject', type: 'string', nullable: false, length: 255, binary: true },
    { name: 'created_at', type: 'datetime', nullable: false },
    { name: 'last_used_at', type: 'datetime', nullable: true },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'external_identity_subject', columns: ['provider', 'subject'], unique: true },
    { name: 'external_identity_user_id', columns: ['user_id'], unique: false },
  ],
  foreignKeys: [
    {
      name: 'external_identity_user_id_fk',
      columns: ['user_id'],
      references: { table: 'user', columns: ['id'] },
      onDelete: 'cascade',
    },
  ],
};
