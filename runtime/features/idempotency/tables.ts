import type { TableDefinition } from '../../kernel/contract/database/table.js';

/**
 * Requests by hash of key and caller, with their responses. Responses are encrypted with the key, which is not stored.
 * A row without a response is in progress until its lease expires.
 */
export const idempotencyTable: TableDefinition = {
  name: 'idempotency_key',
  columns: [
    { name: 'id', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'fingerprint', type: 'string', nullable: false, length: 64, binary: true },
    { name: 'holder', type: 'uuid', nullable: false },
    { name: 'leased_until', type: 'datetime', nullable: false },
    { name: 'answer', type: 'text', nullable: true },
    { name: 'expires_at', type: 'datetime', nullable: false },
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'idempotency_key_expires_at', columns: ['expires_at'], unique: false }],
  foreignKeys: [],
};
