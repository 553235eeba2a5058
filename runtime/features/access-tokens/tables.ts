import type { TableDefinition } from '../../kernel/contract/database/table.js';

/** Access tokens. Only the SHA-256 of a secret is stored: 256 random bits do not need a slow hash. */
export const accessTokenTable: TableDefinition = {
  name: 'access_token',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'name', type: 'string', nullable: false, length: 100 },
    { name: 'token_hash', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'owner_id', type: 'uuid', nullable: false },
    { name: 'scopes', type: 'json', nullable: false },
    { name: 'created_at', type: 'datetime', nullable: false },
    { name: 'expires_at', type: 'datetime', nullable: true },
    { name: 'last_used_at', type: 'datetime', nullable: true },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'access_token_token_hash', columns: ['token_hash'], unique: true },
    { name: 'access_token_owner_id', columns: ['owner_id'], unique: false },
    { name: 'access_token_created_at', columns: ['created_at', 'id'], unique: false },
    { name: 'access_token_expires_at', columns: ['expires_at'], unique: false },
  ],
  foreignKeys: [
    {
      name: 'access_token_owner_id_fk',
      columns: ['owner_id'],
      references: { table: 'user', columns: ['id'] },
      onDelete: 'cascade',
    },
  ],
};
