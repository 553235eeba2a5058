import type { ColumnDefinition, TableDefinition } from '../../kernel/contract/database/table.js';

const moment = (name: string, nullable = false): ColumnDefinition => ({ name, type: 'datetime', nullable });
const words = (name: string, nullable = false): ColumnDefinition => ({ name, type: 'text', nullable });

/** Webhooks. Secrets are encrypted rather than hashed, because signing needs them. */
export const webhookTable: TableDefinition = {
  name: 'webhook',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    words('address'),
    words('events'),
    { name: 'description', type: 'string', nullable: true, length: 255 },
    { name: 'reader_id', type: 'uuid', nullable: true },
    { name: 'access_token_id', type: 'uuid', nullable: true },
    { name: 'is_enabled', type: 'boolean', nullable: false },
    words('disabled_because', true),
    words('secret'),
    words('former_secret', true),
    moment('former_until', true),
    moment('created_at'),
    moment('modified_at'),
  ],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};

/** Attempts to deliver, the last hundred of each webhook. `webhook` is its id, or the name of a configured one. */
export const webhookDeliveryTable: TableDefinition = {
  name: 'webhook_delivery',
  columns: [
    { name: 'id', type: 'uuid', nullable: false },
    { name: 'webhook', type: 'string', nullable: false, length: 36, binary: true },
    { name: 'message_id', type: 'uuid', nullable: false },
    { name: 'event', type: 'string', nullable: false, length: 150, binary: true },
    words('record', true),
    { name: 'attempt', type: 'integer', nullable: false },
    { name: 'status', type: 'integer', nullable: true },
    { name: 'duration_ms', type: 'integer', nullable: false },
    words('answer', true),
    words('failure', true),
    moment('sent_at'),
  ],
  primaryKey: ['id'],
  indexes: [{ name: 'webhook_delivery_latest', columns: ['webhook', 'sent_at'], unique: false }],
  foreignKeys: [],
};

/**
 * Routes that are known to be live, while a webhook subscribes to them. One row (`BASELINE`) represents the whole
 * table; a comparison locks it.
 */
export const webhookLiveRouteTable: TableDefinition = {
  name: 'webhook_live_route',
  columns: [{ name: 'id', type: 'uuid', nullable: false }],
  primaryKey: ['id'],
  indexes: [],
  foreignKeys: [],
};

export const webhookTables: readonly TableDefinition[] = [
  webhookTable,
  webhookDeliveryTable,
  webhookLiveRouteTable,
];
