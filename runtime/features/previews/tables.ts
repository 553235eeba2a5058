import type { TableDefinition } from '../../kernel/contract/database/table.js';

/**
 * Preview links. The table stores the SHA-256 of each token, never the token. It has no foreign keys: a link whose
 * creator or subject was deleted shows nothing, and is deleted when it expires.
 */
export const previewTable: TableDefinition = {
  name: 'preview',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'token_hash', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'subject_type', type: 'string', nullable: false, length: 100, binary: true },
    { name: 'subject_id', type: 'uuid', nullable: false },
    { name: 'revision', type: 'integer', nullable: true },
    { name: 'maker_id', type: 'uuid', nullable: false },
    { name: 'access_token_id', type: 'uuid', nullable: true },
    { name: 'created_at', type: 'datetime', nullable: false },
    { name: 'expires_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'preview_token_hash', columns: ['token_hash'], unique: true },
    { name: 'preview_maker_id', columns: ['maker_id'], unique: false },
    { name: 'preview_access_token_id', columns: ['access_token_id'], unique: false },
    { name: 'preview_expires_at', columns: ['expires_at'], unique: false },
  ],
  foreignKeys: [],
};
