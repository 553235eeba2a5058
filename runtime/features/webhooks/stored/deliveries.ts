import { randomUUID } from 'node:crypto';
import type { Database, SqlRow } from '../../../kernel/contract/database/database.js';
import { webhookDeliveryTable } from '../tables.js';

/** One attempt to deliver a message. */
export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  /** The same for every attempt. */
  readonly messageId: string;
  readonly event: string;
  /** Address of the changed record. */
  readonly record: string | null;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  readonly status: number | null;
  readonly durationMs: number;
  readonly answer: string | null;
  readonly failure: string | null;
  readonly sentAt: Date;
}

/** Recent attempts of each webhook, shown to administrators. */
export interface Deliveries {
  note(delivery: Omit<Delivery, 'id'>): Promise<Delivery>;
  /** Returns the attempts, newest first. */
  of(webhook: string): Promise<readonly Delivery[]>;
}

/** Number of stored attempts per webhook. */
const KEPT = 100;

export function createDeliveries(database: Database): Deliveries {
  const { encode, decode } = database.dialect;
  const table = database.table(webhookDeliveryTable.name);
  const names = webhookDeliveryTable.columns.map(({ name }) => `d.${name} as ${name}`).join(', ');
  const text = (value: unknown): string | null => (value == null ? null : String(value));

  const read = (row: SqlRow): Delivery => ({
    id: String(row.id),
    webhook: String(row.webhook),
    messageId: String(row.message_id),
    event: String(row.event),
    record: text(row.record),
    attempt: Number(row.attempt),
    status: row.status == null ? null : Number(row.status),
    durationMs: Number(row.duration_ms),
    answer: text(row.answer),
    failure: text(row.failure),
    sentAt: decode('datetime', row.sent_at) as Date, // a datetime column that is never null
  });

  return {
    async note(given) {
      const delivery = { id: randomUUID(), ...given };
      const { webhook } = delivery;
      await database.transaction(async (session) => {
        await session.insert(webhookDeliveryTable.name, [
          {
            id: delivery.id,
            webhook,
            message_id: delivery.messageId,
            event: delivery.event,
            record: delivery.record,
            attempt: delivery.attempt,
            status: delivery.status,
            duration_ms: delivery.durationMs,
            answer: delivery.answer,
            failure: delivery.failure,
            sent_at: delivery.sentAt,
          },
        ]);
        const oldest = await session.first(
          `select d.sent_at as sent_at from ${table} d where d.webhook = :webhook order by d.sent_at desc limit 1 offset ${KEPT - 1}`,
          { webhook },
        );
        if (oldest === undefined) return;
        await session.run(`delete from ${table} where webhook = :webhook and sent_at < :at`, {
          webhook,
          at: encode('datetime', decode('datetime', oldest.sent_at)),
        });
      });
      return delivery;
    },
    async of(webhook) {
      const rows = await database.all(
        `select ${names} from ${table} d where d.webhook = :webhook order by d.sent_at desc, d.id limit ${KEPT}`,
        { webhook },
      );
      return rows.map(read);
    },
  };
}
