import type { TableDefinition } from '../../kernel/contract/database/table.js';

/**
 * Requests with a key, by the hash of the key and of who sent it, and what they were answered with: encrypted by the key, which the
 * table does not hold. A row without an answer is under way until its lease is over.
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
