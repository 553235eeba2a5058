import { createHash, randomUUID } from 'node:crypto';
import type { SqlValue, TransactionSession } from '../contract/database/database.js';
import type { OutboxMessage } from '../contract/features/outbox.js';
import { APPEND_CHANNEL, type AppendMessage } from '../observation/channels.js';
import { outboxMessageTable } from './tables.js';

/** Rows per insert statement. A few fixed sizes keep the number of statement texts small. */
const CHUNKS: readonly number[] = [64, 16, 4, 1];

const COLUMNS: readonly string[] = outboxMessageTable.columns.map(({ name }) => name);

/** A stored message. */
export interface AppendedMessage {
  readonly id: string;
  readonly channel: string;
  readonly lane: string;
  readonly key: string;
  readonly collapses: boolean;
  /** Body as JSON text. */
  readonly body: string;
  readonly createdAt: Date;
  readonly trace: string | null;
}

/**
 * Stores messages in the given order, after all messages visible to this transaction; up to 64 per statement.
 * Concurrent transactions may use the same position, because they are not ordered.
 */
export async function appendMessages(
  session: TransactionSession,
  messages: readonly OutboxMessage[],
  createdAt: Date,
): Promise<readonly AppendedMessage[]> {
  const trace = traceOfWrite();
  const appended = messages.map((message): AppendedMessage => ({
    id: message.id ?? randomUUID(),
    channel: message.channel,
    lane: partitionOf(message.key),
    key: message.key,
    collapses: message.collapses ?? false,
    body: JSON.stringify(message.body),
    createdAt,
    trace,
  }));
  await session.sendAll(
    inChunks(appended).map((chunk) => ({
      sql: insertSql(session, chunk.length),
      parameters: parametersOf(session, chunk),
    })),
  );
  return appended;
}

/** Returns the trace of the current write, provided by a tracing subscriber. */
function traceOfWrite(): string | null {
  if (!APPEND_CHANNEL.hasSubscribers) return null;
  const message: AppendMessage = {};
  APPEND_CHANNEL.publish(message);
  return message.traceparent ?? null;
}

/** Returns the partition key of an ordering key. */
export function partitionOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function inChunks(messages: readonly AppendedMessage[]): readonly (readonly AppendedMessage[])[] {
  const chunks: (readonly AppendedMessage[])[] = [];
  let from = 0;
  for (const size of CHUNKS)
    for (; messages.length - from >= size; from += size) chunks.push(messages.slice(from, from + size));
  return chunks;
}

/** MySQL can read the table it writes to only through a derived table, here `p`. */
function insertSql(session: TransactionSession, rows: number): string {
  const table = session.table(outboxMessageTable.name);
  const next = (index: number): string =>
    `(select p.last + :position_${index} from (select coalesce(max(m.position), 0) + 1 as last from ${table} m where m.channel = :in_${index}) p)`;
  const marks = (index: number): string =>
    `(${COLUMNS.map((name) => (name === 'position' ? next(index) : `:${name}_${index}`)).join(', ')})`;
  const values = Array.from({ length: rows }, (_row, index) => marks(index)).join(', ');
  return `insert into ${table} (${COLUMNS.join(', ')}) values ${values}`;
}

function parametersOf(
  { dialect }: TransactionSession,
  chunk: readonly AppendedMessage[],
): Readonly<Record<string, SqlValue>> {
  const before = new Map<string, number>();
  const parameters: Record<string, SqlValue> = {};
  for (const [index, { channel, key, createdAt, ...message }] of chunk.entries()) {
    const position = before.get(channel) ?? 0;
    before.set(channel, position + 1);
    const values: Readonly<Record<string, unknown>> = {
      ...message,
      channel,
      // Position after other messages of its channel in the same statement.
      position,
      message_key: key,
      attempts: 0,
      last_error: null,
      created_at: createdAt,
    };
    for (const { name, type } of outboxMessageTable.columns)
      parameters[`${name}_${index}`] = dialect.encode(type, values[name]);
    parameters[`in_${index}`] = channel;
  }
  return parameters;
}
