import { createHash, randomUUID } from 'node:crypto';
import type { SqlValue, TransactionSession } from '../contract/database.js';
import type { OutboxMessage } from '../contract/outbox.js';
import { APPEND_CHANNEL, type AppendMessage } from '../observation/channels.js';
import { outboxMessageTable } from './tables.js';

/** Rows of one statement: few texts, whatever the number of messages. */
const CHUNKS: readonly number[] = [64, 16, 4, 1];

const COLUMNS: readonly string[] = outboxMessageTable.columns.map(({ name }) => name);

/** A message, and how many of its channel are in front of it among those that are stored with one statement. */
type PlacedMessage = OutboxMessage & { readonly before: number };

/**
 * Stores messages in the order in which they are given, behind all that this transaction can see: one statement for up to 64 of them.
 * Transactions that overlap may take the same position: neither knew of the other, so there is no order between them.
 */
export async function appendMessages(
  session: TransactionSession,
  messages: readonly OutboxMessage[],
  createdAt: Date,
): Promise<void> {
  const trace = traceOfWrite();
  await session.sendAll(
    inChunks(messages).map((chunk) => ({
      sql: insertSql(session, chunk.length),
      parameters: Object.assign(
        {},
        ...placed(chunk).map((message, index) => parametersOf(session, { message, createdAt, trace, index })),
      ) as Record<string, SqlValue>, // put together from such records
    })),
  );
}

function placed(chunk: readonly OutboxMessage[]): readonly PlacedMessage[] {
  const counts = new Map<string, number>();
  return chunk.map((message) => {
    const before = counts.get(message.channel) ?? 0;
    counts.set(message.channel, before + 1);
    return { ...message, before };
  });
}

/** The trace of the write that appends, as whoever follows it says. */
function traceOfWrite(): string | null {
  if (!APPEND_CHANNEL.hasSubscribers) return null;
  const message: AppendMessage = {};
  APPEND_CHANNEL.publish(message);
  return message.traceparent ?? null;
}

/** The columns that all messages of one key share. */
export function laneOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

function inChunks(messages: readonly OutboxMessage[]): readonly (readonly OutboxMessage[])[] {
  const chunks: (readonly OutboxMessage[])[] = [];
  let from = 0;
  for (const size of CHUNKS)
    for (; messages.length - from >= size; from += size) chunks.push(messages.slice(from, from + size));
  return chunks;
}

/** MySQL reads the table that it writes only through a table of its own, which is what `p` is. */
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
    position: message.before,
    collapses: message.collapses ?? false,
    message_key: message.key,
    body: JSON.stringify(message.body),
    attempts: 0,
    last_error: null,
    created_at: createdAt,
    trace,
  };
  const columns = outboxMessageTable.columns.map(({ name, type }) => [
    `${name}_${index}`,
    dialect.encode(type, values[name]),
  ]);
  return Object.fromEntries([...columns, [`in_${index}`, message.channel]]) as Record<string, SqlValue>; // of such pairs
}
