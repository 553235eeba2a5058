import type { Database } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import { outboxLeaseTable, outboxMessageTable } from './tables.js';

/** A waiting message of a channel, for display. */
export interface WaitingMessage {
  readonly body: JsonValue;
  readonly attempts: number;
  /** Reason why the last attempt failed. */
  readonly reason: string | null;
  readonly createdAt: Date;
  /** Whether a process is delivering messages of its key. */
  readonly isUnderWay: boolean;
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly body: string;
  readonly attempts: unknown;
  readonly last_error: string | null;
  readonly created_at: unknown;
  readonly leased: unknown;
}

/** Returns at most `limit` messages of a channel that wait or are being delivered, oldest first. */
export async function waitingMessages(
  database: Database,
  channel: string,
  limit: number,
): Promise<readonly WaitingMessage[]> {
  const { table, dialect } = database;
  const rows = await database.all<Row>(
    `select m.body as body, m.attempts as attempts, m.last_error as last_error, m.created_at as created_at,
case when l.lane is null then 0 else 1 end as leased
from ${table(outboxMessageTable.name)} m
left join ${table(outboxLeaseTable.name)} l on l.channel = m.channel and l.lane = m.lane
where m.channel = :channel
order by m.position, m.id
limit ${limit}`,
    { channel },
  );
  return rows.map((row) => ({
    // Stored from a value of this type.
    body: JSON.parse(row.body) as JsonValue,
    attempts: Number(row.attempts),
    reason: row.last_error,
    createdAt: dialect.decode('datetime', row.created_at) as Date, // The column is not nullable.
    isUnderWay: Number(row.leased) === 1,
  }));
}

/** Returns the number of failed deliveries of a message; undefined if it is no longer waiting. */
export async function attemptsOf(database: Database, id: string): Promise<number | undefined> {
  const table = database.table(outboxMessageTable.name);
  const row = await database.first<{ readonly attempts: unknown }>(
    `select m.attempts as attempts from ${table} m where m.id = :id`,
    { id },
  );
  return row && Number(row.attempts);
}
