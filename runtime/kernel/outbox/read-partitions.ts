import type { TransactionSession } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import type { PendingMessage } from '../contract/features/outbox.js';
import { groupBy } from '../util/group-by.js';
import { outboxMessageTable } from './tables.js';

/**
 * A message with the trace of the write that caused it, as a `traceparent` header; null if it was not traced.
 */
export interface TracedMessage extends PendingMessage {
  readonly trace: string | null;
}

/** The next messages of a partition. */
export interface PartitionContent {
  /** Messages to deliver, in order; a claim has at least one. */
  readonly messages: readonly TracedMessage[];
  /** Whether more messages of the key are waiting. */
  readonly hasMore: boolean;
}

interface WaitingRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly lane: string;
  readonly collapses: unknown;
}

/** Maximum number of ids to read at once; the rest is read next time. */
const HORIZON = 1000;

/**
 * Reads the next messages of leased partitions; empty partitions are omitted. Messages replaced by
 * newer ones are deleted here rather than by the writer. Writers therefore never wait for a row of the outbox.
 */
export async function readPartitions(
  session: TransactionSession,
  {
    channel,
    partitions,
    batchSize,
  }: { readonly channel: string; readonly partitions: readonly string[]; readonly batchSize: number },
): Promise<ReadonlyMap<string, PartitionContent>> {
  const { dialect } = session;
  const table = session.table(outboxMessageTable.name);
  const rows = await session.all<WaitingRow>(
    `select m.id as id, m.lane as lane, m.collapses as collapses
from ${table} m
where m.channel = :channel and ${dialect.anyOf('m.lane', 'partitions', 'string')}
order by m.position, m.id
limit ${HORIZON}`,
    { channel, partitions },
  );
  const { remaining, replaced } = collapse(rows, (row) => dialect.decode('boolean', row.collapses) === true);
  if (replaced.length > 0)
    await session.run(`delete from ${table} where ${dialect.anyOf('id', 'ids', 'uuid')}`, { ids: replaced });
  const next = [...remaining].map(([lane, ids]) => ({ lane, ids: ids.slice(0, batchSize), of: ids.length }));
  const messages = await readMessages(
    session,
    next.flatMap(({ ids }) => ids),
  );
  return new Map(
    next.map(({ lane, ids, of }) => [
      lane,
      {
        messages: ids.flatMap((id) => messages.get(id) ?? []),
        hasMore: of > ids.length || rows.length === HORIZON,
      },
    ]),
  );
}

/** Returns the ids by partition, without those replaced by a newer message. */
export function collapse<Row extends { readonly id: string; readonly lane: string }>(
  rows: readonly Row[],
  collapses: (row: Row) => boolean,
): { readonly remaining: ReadonlyMap<string, readonly string[]>; readonly replaced: readonly string[] } {
  const last = new Map(rows.map(({ lane, id }) => [lane, id]));
  const isReplaced = (row: Row): boolean => collapses(row) && last.get(row.lane) !== row.id;
  const remaining = groupBy(
    rows.filter((row) => !isReplaced(row)),
    ({ lane }) => lane,
    ({ id }) => id,
  );
  return { remaining, replaced: rows.filter(isReplaced).map(({ id }) => id) };
}

interface MessageRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly body: string;
  readonly trace: string | null;
}

async function readMessages(
  session: TransactionSession,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TracedMessage>> {
  if (ids.length === 0) return new Map();
  const { dialect } = session;
  const rows = await session.all<MessageRow>(
    `select m.id as id, m.message_key as message_key, m.body as body, m.attempts as attempts, m.created_at as created_at, m.trace as trace
from ${session.table(outboxMessageTable.name)} m
where ${dialect.anyOf('m.id', 'ids', 'uuid')}`,
    { ids },
  );
  return new Map(
    rows.map((row) => [
      row.id,
      {
        trace: row.trace,
        id: row.id,
        key: String(row.message_key),
        // Stored from a value of this type.
        body: JSON.parse(row.body) as JsonValue,
        attempts: Number(row.attempts),
        createdAt: dialect.decode('datetime', row.created_at) as Date,
      },
    ]),
  );
}
