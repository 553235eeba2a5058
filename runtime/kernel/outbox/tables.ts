import type { ColumnDefinition, TableDefinition } from '../contract/database/table.js';

/*
 * Tables of outgoing messages, stored with the change they announce and sent afterwards (ADR 45). `lane`, the
 * partition key, is a hash of the ordering key, which may be too long for an index.
 */

const word = (name: string, length: number): ColumnDefinition => ({
  name,
  type: 'string',
  nullable: false,
  length,
  binary: true,
});
const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };
const channel = word('channel', 100);
const lane = word('lane', 43);
const content: readonly ColumnDefinition[] = [
  { name: 'message_key', type: 'text', nullable: false },
  { name: 'body', type: 'text', nullable: false },
  { name: 'attempts', type: 'integer', nullable: false },
];
const moment = (name: string): ColumnDefinition => ({ name, type: 'datetime', nullable: false });

/** Waiting messages. `position` orders those of a channel; it restarts when the channel is empty. */
export const outboxMessageTable: TableDefinition = {
  name: 'outbox_message',
  columns: [
    id,
    channel,
    lane,
    { name: 'position', type: 'integer', nullable: false },
    { name: 'collapses', type: 'boolean', nullable: false },
    ...content,
    { name: 'last_error', type: 'text', nullable: true },
    moment('created_at'),
    // `traceparent` header of the write's trace, which the delivery continues.
    { name: 'trace', type: 'string', nullable: true, length: 55 },
  ],
  primaryKey: ['id'],
  indexes: [
    { name: 'outbox_message_order', columns: ['channel', 'position'], unique: false },
    { name: 'outbox_message_lane', columns: ['channel', 'lane', 'position'], unique: false },
  ],
  foreignKeys: [],
};

/** Leases of keys with a running delivery. Only the holder of the row's token sends. */
export const outboxLeaseTable: TableDefinition = {
  name: 'outbox_lease',
  columns: [channel, lane, { name: 'token', type: 'uuid', nullable: false }],
  primaryKey: ['channel', 'lane'],
  indexes: [],
  foreignKeys: [],
};

/** Messages that cannot be sent, kept for operators. */
export const outboxDeadLetterTable: TableDefinition = {
  name: 'outbox_dead_letter',
  columns: [
    id,
    channel,
    lane,
    { name: 'collapses', type: 'boolean', nullable: false },
    ...content,
    { name: 'reason', type: 'text', nullable: false },
    moment('created_at'),
    moment('died_at'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'outbox_dead_letter_age', columns: ['channel', 'died_at'], unique: false }],
  foreignKeys: [],
};

export const outboxTables: readonly TableDefinition[] = [
  outboxDeadLetterTable,
  outboxLeaseTable,
  outboxMessageTable,
];
