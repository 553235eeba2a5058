import { createHash, randomUUID } from 'node:crypto';
import type { SqlValue, TransactionSession } from '../contract/database.js';
import type { OutboxMessage } from '../contract/outbox.js';
import { APPEND_CHANNEL, type AppendMessage } from '../observation/channels.js';
import { outboxMessageTable } from './tables.js';

/** Rows of one statement: few texts, whatever the number of messages. */
const CHUNKS: readonly number[] = [64, 16, 4, 1];

const COLUMNS: readonly string[] = outboxMessageTable.columns.map(({ name }) => name);

/** A message at its place among those of its channel. */
type PlacedMessage = OutboxMessage & { readonly position: number };

/** Stores messages in the order in which they are given: one statement for each channel, and one for up to 64 messages. */
export async function appendMessages(
  session: TransactionSession,
  messages: readonly OutboxMessage[],
  createdAt: Date,
): Promise<void> {
  const next = new Map<string, number>();
  for (const { channel } of messages)
    if (!next.has(channel)) next.set(channel, await nextPosition(session, channel));
  const placed = messages.map((message) => {
    const position = next.get(message.channel) ?? 0;
    next.set(message.channel, position + 1);
    return { ...message, position };
  });
  const trace = traceOfWrite();
  await session.sendAll(
    inChunks(placed).map((chunk) => ({
      sql: insertSql(session, chunk.length),
      parameters: Object.assign(
        {},
        ...chunk.map((message, index) => parametersOf(session, { message, createdAt, trace, index })),
      ) as Record<string, SqlValue>, // put together from such records
    })),
  );
}

/** The trace of the write that appends, as whoever follows it says. */
function traceOfWrite(): string | null {
  if (!APPEND_CHANNEL.hasSubscribers) return null;
  const message: AppendMessage = {};
  APPEND_CHANNEL.publish(message);
  return message.traceparent ?? null;
}

/**
 * The position behind all that this transaction can see. Transactions that overlap may take the same position: neither knew of
 * the other, so there is no order between them.
 */
async function nextPosition(session: TransactionSession, channel: string): Promise<number> {
  const row = await session.first<{ last: unknown }>(
    `select max(m.position) as last from ${session.table(outboxMessageTable.name)} m where m.channel = :channel`,
    { channel },
  );
  return Number(row?.last ?? 0) + 1;
}

/** The columns that all messages of one key share. */
export function laneOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function inChunks(messages: readonly PlacedMessage[]): readonly (readonly PlacedMessage[])[] {
  const chunks: (readonly PlacedMessage[])[] = [];
  let from = 0;
  for (const size of CHUNKS)
    for (; messages.length - from >= size; from += size) chunks.push(messages.slice(from, from + size));
  return chunks;
}

function insertSql(session: TransactionSession, rows: number): string {
  const marks = (index: number): string => `(${COLUMNS.map((name) => `:${name}_${index}`).join(', ')})`;
  const values = Array.from({ length: rows }, (_row, index) => marks(index)).join(', ');
  return `insert into ${session.table(outboxMessageTable.name)} (${COLUMNS.join(', ')}) values ${values}`;
}

function parametersOf(
  { dialect }: TransactionSession,
  {
    message,
    createdAt,
    trace,
    index,
  }: {
    readonly message: PlacedMessage;
    readonly createdAt: Date;
    readonly trace: string | null;
    readonly index: number;
  },
): Readonly<Record<string, SqlValue>> {
  const values: Readonly<Record<string, unknown>> = {
    id: message.id ?? randomUUID(),
    channel: message.channel,
    lane: laneOf(message.key),
    position: message.position,
    collapses: message.collapses ?? false,
    message_key: message.key,
    body: JSON.stringify(message.body),
    attempts: 0,
    last_error: null,
    created_at: createdAt,
    trace,
  };
  return Object.fromEntries(
    outboxMessageTable.columns.map(({ name, type }) => [
      `${name}_${index}`,
      dialect.encode(type, values[name]),
    ]),
  );
}
