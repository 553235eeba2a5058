import type { Database } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import type { DeadLetter, OutboxMessage } from '../contract/features/outbox.js';
import type { Clock } from '../ports/clock.js';
import { outboxDeadLetterTable } from './tables.js';
import { appendMessages } from './append-messages.js';

export interface DeadLetters {
  /** Returns the dead letters, newest first; one statement. */
  list(): Promise<readonly DeadLetter[]>;
  /**
   * Moves one dead letter, or all, back to the end of the queue in one transaction. Returns the number of
   * messages.
   */
  resend(id?: string): Promise<number>;
}

interface DeadRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly channel: string;
  readonly message_key: string;
}

export function createDeadLetters(database: Database, clock: Clock): DeadLetters {
  const { dialect } = database;
  const table = database.table(outboxDeadLetterTable.name);
  return {
    async list() {
      const rows = await database.all<DeadRow>(
        `select d.id as id, d.channel as channel, d.message_key as message_key, d.attempts as attempts, d.reason as reason, d.created_at as created_at, d.died_at as died_at
from ${table} d order by d.died_at desc, d.id`,
      );
      return rows.map((row) => ({
        id: row.id,
        channel: row.channel,
        key: row.message_key,
        attempts: Number(row.attempts),
        reason: String(row.reason),
        createdAt: dialect.decode('datetime', row.created_at) as Date,
        diedAt: dialect.decode('datetime', row.died_at) as Date,
      }));
    },
    resend(id) {
      const where = id === undefined ? '' : ' where d.id = :id';
      return database.transaction(async (session) => {
        const rows = await session.all<DeadRow & { body: string }>(
          `select d.id as id, d.channel as channel, d.message_key as message_key, d.body as body, d.collapses as collapses
from ${table} d${where} order by d.died_at, d.id`,
          id === undefined ? {} : { id },
        );
        const ids = rows.map((row) => row.id);
        await session.run(`delete from ${table} where ${dialect.anyOf('id', 'ids', 'uuid')}`, { ids });
        await appendMessages(session, rows.map(messageOf), clock.now());
        return rows.length;
      });
    },
  };

  function messageOf(row: DeadRow & { readonly body: string }): OutboxMessage {
    return {
      id: row.id,
      channel: row.channel,
      key: row.message_key,
      collapses: dialect.decode('boolean', row.collapses) === true,
      // Stored from a value of this type.
      body: JSON.parse(row.body) as JsonValue,
    };
  }
}
