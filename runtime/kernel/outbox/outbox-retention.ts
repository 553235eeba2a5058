import type { Database } from '../contract/database/database.js';
import type { RetentionRule } from '../contract/features/retention.js';
import { outboxDeadLetterTable, outboxMessageTable } from './tables.js';

const DAY_SECONDS = 86_400;
const KEPT_DAYS = 30;

/**
 * Returns the retention of outbox rows that no sender handles. Messages of known channels are limited by the
 * channel's sender (`createSweep`).
 * @param channels names of the channels of this service
 */
export function outboxRetention(database: Database, channels: readonly string[]): readonly RetentionRule[] {
  const { dialect } = database;
  const table = database.table(outboxMessageTable.name);
  return [
    {
      name: 'dead-letters',
      what: 'Rejected messages, at most 1000 per channel',
      table: outboxDeadLetterTable,
      column: 'died_at',
      keepSeconds: KEPT_DAYS * DAY_SECONDS,
    },
    {
      name: 'abandoned-messages',
      what: 'Messages of channels that no longer exist',
      where: `\`${outboxMessageTable.name}\``,
      keeps: `${KEPT_DAYS} days`,
      async clean({ now, limit }) {
        const before = dialect.encode('datetime', new Date(now.getTime() - KEPT_DAYS * DAY_SECONDS * 1000));
        const isUnknown = `not (${dialect.anyOf('m.channel', 'channels', 'string')})`;
        const rows = await database.all<{ id: string }>(
          `select m.id as id from ${table} m where ${isUnknown} and m.created_at < :before order by m.position limit ${limit}`,
          { channels, before },
        );
        if (rows.length === 0) return 0;
        const ids = rows.map(({ id }) => id);
        return database.transaction((session) =>
          session.run(`delete from ${table} where ${dialect.anyOf('id', 'ids', 'uuid')}`, { ids }),
        );
      },
    },
  ];
}
