import type { Database } from '../contract/database/database.js';
import type { ChangeSet } from '../contract/records/change-set.js';
import type { ChannelMetrics, Outbox } from '../contract/features/outbox.js';
import type { UnitHooks } from '../contract/records/unit-of-work.js';
import { InternalError } from '../errors/internal-error.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import { outboxDeadLetterTable, outboxMessageTable } from './tables.js';
import { type AppendedMessage, appendMessages } from './append-messages.js';
import { type ChannelSender, createChannelSender } from './channel-sender.js';
import type { SetChannel } from './compile-channels.js';
import { createDeadLetters, type DeadLetters } from './dead-letters.js';
import { claimAppended, type WriterClaims } from './writer-claims.js';
import { stateKey } from '../util/async/state.js';

/** Messages appended by a transaction, and the claims of this process on them. */
interface Appended {
  readonly messages: AppendedMessage[];
  claims?: WriterClaims | undefined;
}

const APPENDED = stateKey((): Appended => ({ messages: [] }));

/** The outbox with the functions for the service that runs it. */
export interface ServiceOutbox extends Outbox {
  /** Hooks that start the delivery of a unit's messages after the commit, after all other hooks. */
  readonly hooks: UnitHooks;
  readonly deadLetters: DeadLetters;
  /** Registers the channels of this service; call it once. */
  connect(channels: readonly SetChannel[]): void;
  /** Starts to send waiting messages in this process. */
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
  const units = new WeakMap<ChangeSet, Appended>();

  function wake(): void {
    for (const sender of senders.values()) sender.wake();
  }

  const hooks: UnitHooks = {
    beforeCommit(changes, session) {
      const appended = session.whole.of(APPENDED);
      units.set(changes, appended);
      // A part of a larger transaction may be rolled back, and others would wait for its claims.
      if (session.state !== session.whole) return Promise.resolve();
      // Runs after all other work at the end of the transaction, which may append messages too.
      session.beforeEnd((whole) => {
        whole.beforeEnd((last) => {
          appended.claims = claimAppended(last, appended.messages, senders);
          return Promise.resolve();
        });
        return Promise.resolve();
      });
      return Promise.resolve();
    },
    async afterCommit(changes) {
      const { messages, claims } = units.get(changes) ?? {};
      if (messages === undefined || messages.length === 0) return;
      const left = await claims?.deliver();
      for (const [channel, sender] of senders) if (left?.has(channel) !== false) sender.wake();
    },
    afterFailure: wake,
  };

  return {
    async append(session, messages) {
      if (messages.length === 0) return;
      session.whole.of(APPENDED).messages.push(...(await appendMessages(session, messages, clock.now())));
    },
    wake,
    hooks,
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
