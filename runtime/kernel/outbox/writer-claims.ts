import { randomUUID } from 'node:crypto';
import type { TransactionSession } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import { groupBy } from '../util/group-by.js';
import type { AppendedMessage } from './append-messages.js';
import type { ChannelSender } from './channel-sender.js';
import type { TracedMessage } from './read-partitions.js';
import { collapse } from './read-partitions.js';
import { outboxLeaseTable, outboxMessageTable } from './tables.js';

/** Keys that a transaction claims for this process. */
export interface WriterClaims {
  /**
   * Passes claimed messages to the senders after the commit. Returns the channels with unclaimed messages,
   * which the senders have to look for.
   */
  deliver(): Promise<ReadonlySet<string>>;
}

/** Messages of one key, in order. */
interface Partition {
  readonly channel: string;
  readonly lane: string;
  readonly messages: readonly AppendedMessage[];
}

/**
 * Claims the keys of appended messages in the same transaction, as far as the senders of this process have
 * capacity. They are then delivered from memory after the commit, without another read (ADR 45). A key is
 * claimed only if it is not leased and has no other waiting messages, which preserves the order. Call it last
 * in the transaction: the statement is sent with the commit, because other processes wait for the lock.
 * Undefined if nothing is claimed.
 */
export function claimAppended(
  session: TransactionSession,
  messages: readonly AppendedMessage[],
  senders: ReadonlyMap<string, ChannelSender>,
): WriterClaims | undefined {
  const returning = session.dialect.returning('channel, lane');
  // Extra round trips would make other processes wait, for longer still if this process is suspended.
  if (returning === undefined) return undefined;
  const partitions = partitionsOf(messages);
  const reserved = partitions.filter(
    ({ channel, lane, messages: own }) =>
      isPlain(own) && senders.get(channel)?.reserve(lane, own[0]?.key ?? '') === true,
  );
  if (reserved.length === 0) return undefined;
  const token = randomUUID();
  const claimedAt = performance.now();
  const answered = session.all<{ readonly channel: string; readonly lane: string }>(
    `${claimSql(session)} ${returning}`,
    { ids: reserved.flatMap((lane) => lane.messages.map(({ id }) => id)), token },
  );
  answered.catch(() => undefined); // The transaction fails with the same error.
  session.whenDecided((outcome) => {
    if (outcome === 'committed') return;
    for (const { channel, lane } of reserved)
      senders.get(channel)?.giveUp(lane, outcome === 'unknown' ? token : undefined);
  });
  return {
    async deliver() {
      const claimed = new Set((await answered).map(addressOf));
      for (const lane of reserved) {
        const sender = senders.get(lane.channel);
        if (claimed.has(addressOf(lane)))
          sender?.deliver({ lane: lane.lane, token, claimedAt, messages: lane.messages.map(storedMessage) });
        else sender?.giveUp(lane.lane);
      }
      return new Set(
        partitions.filter((lane) => !claimed.has(addressOf(lane))).map(({ channel }) => channel),
      );
    },
  };
}

const addressOf = ({ channel, lane }: Pick<Partition, 'channel' | 'lane'>): string => `${channel} ${lane}`;

function partitionsOf(messages: readonly AppendedMessage[]): readonly Partition[] {
  return [...groupBy(messages, addressOf).values()].flatMap((own): readonly Partition[] => {
    const [first] = own;
    return first === undefined ? [] : [{ channel: first.channel, lane: first.lane, messages: own }];
  });
}

/** Returns whether none of the messages replaces another. */
const isPlain = (messages: readonly AppendedMessage[]): boolean =>
  collapse(messages, ({ collapses }) => collapses).replaced.length === 0;

function claimSql({ table, dialect }: TransactionSession): string {
  const messages = table(outboxMessageTable.name);
  const ofTransaction = (alias: string): string => dialect.anyOf(`${alias}.id`, 'ids', 'uuid');
  return `insert into ${table(outboxLeaseTable.name)} (channel, lane, token)
select m.channel, m.lane, ${dialect.typed('token', 'uuid')}
from ${messages} m
where ${ofTransaction('m')} and not exists (
  select 1 from ${messages} o where o.channel = m.channel and o.lane = m.lane and not (${ofTransaction('o')})
)
group by m.channel, m.lane
${dialect.ignoreDuplicates('token')}`;
}

/** Converts an appended message to the form in which it is read back. */
const storedMessage = ({ id, key, body, createdAt, trace }: AppendedMessage): TracedMessage => ({
  id,
  key,
  body: JSON.parse(body) as JsonValue, // Stored from a value of this type.
  attempts: 0,
  createdAt,
  trace,
});
