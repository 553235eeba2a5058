import type { Database } from '../contract/database.js';
import type { JsonValue } from '../contract/json.js';
import type { ChannelMetrics, DeadLetter, Outbox, OutboxMessage } from '../contract/outbox.js';
import type { UnitHooks } from '../contract/unit-of-work.js';
import { InternalError } from '../errors/internal-error.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { appendMessages } from './append-messages.js';
import { type ChannelSender, createChannelSender } from './channel-sender.js';
import type { SetChannel } from './compile-channels.js';
import { outboxDeadLetterTable, outboxMessageTable } from './tables.js';

interface DeadLetters {
  /** The newest first; one statement. */
  list(): Promise<readonly DeadLetter[]>;
  /** Puts one of them, or all, back behind what waits; answers how many there were. One transaction. */
  resend(id?: string): Promise<number>;
}

interface DeadRow {
  readonly [column: string]: unknown;
  readonly id: string;
  readonly channel: string;
  readonly message_key: string;
}

/** The outbox as the service that it belongs to sees it. */
export interface ServiceOutbox extends Outbox {
  /** Wakes the sending when a unit that appended messages is committed. */
  readonly hooks: UnitHooks;
  readonly deadLetters: DeadLetters;
  /** Channels that this service could deliver; once. */
  connect(channels: readonly SetChannel[]): void;
  /** Lets this process send waiting messages. */
  startSending(): void;
  close(): Promise<void>;
}

export function createOutbox({
  database,
  clock,
  log,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
}): ServiceOutbox {
  const senders = new Map<string, ChannelSender>();
  let channels: readonly SetChannel[] = [];
  let hasAppended = false;

  function wake(): void {
    for (const sender of senders.values()) sender.wake();
  }

  function wakeIfAppended(): void {
    if (!hasAppended) return;
    hasAppended = false;
    wake();
  }

  return {
    async append(session, messages) {
      if (messages.length === 0) return;
      hasAppended = true;
      await appendMessages(session, messages, clock.now());
    },
    wake,
    hooks: { afterCommit: wakeIfAppended, outcomeUnknown: wakeIfAppended },
    deadLetters: createDeadLetters(database, clock),
    async metrics() {
      const [pending, dead] = await Promise.all([countPending(database), countDead(database)]);
      const names = new Set([...channels.map(({ name }) => name), ...pending.keys(), ...dead.keys()]);
      return [...names].sort().map((channel): ChannelMetrics => {
        const oldest = pending.get(channel)?.oldest;
        const { sent = 0, failed = 0, dropped = 0 } = senders.get(channel)?.counts ?? {};
        return {
          channel,
          pending: pending.get(channel)?.count ?? 0,
          oldestAgeMs: oldest === undefined ? null : Math.max(0, clock.now().getTime() - oldest.getTime()),
          dead: dead.get(channel) ?? 0,
          sent,
          failed,
          dropped,
          isDelivered: channels.some(({ name }) => name === channel),
        };
      });
    },
    connect(all) {
      channels = all;
    },
    startSending() {
      if (senders.size > 0) throw new InternalError('The outbox is sending already.');
      for (const channel of channels)
        senders.set(channel.name, createChannelSender(channel, { database, clock, log }));
    },
    async close() {
      await Promise.all([...senders.values()].map((sender) => sender.close()));
    },
  };
}

async function countPending(
  database: Database,
): Promise<ReadonlyMap<string, { readonly count: number; readonly oldest: Date }>> {
  const rows = await database.all<Readonly<Record<string, unknown>> & { channel: string }>(
    `select m.channel as channel, count(*) as waiting, min(m.created_at) as oldest from ${database.table(outboxMessageTable.name)} m group by m.channel`,
  );
  return new Map(
    rows.map(({ channel, waiting, oldest }) => [
      channel,
      { count: Number(waiting), oldest: database.dialect.decode('datetime', oldest) as Date },
    ]),
  );
}

async function countDead(database: Database): Promise<ReadonlyMap<string, number>> {
  const rows = await database.all<Readonly<Record<string, unknown>> & { channel: string }>(
    `select d.channel as channel, count(*) as dead from ${database.table(outboxDeadLetterTable.name)} d group by d.channel`,
  );
  return new Map(rows.map(({ channel, dead }) => [channel, Number(dead)]));
}

function createDeadLetters(database: Database, clock: Clock): DeadLetters {
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
      // It was written from such a value.
      body: JSON.parse(row.body) as JsonValue,
    };
  }
}
