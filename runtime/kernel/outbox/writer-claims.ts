import { randomUUID } from 'node:crypto';
import type { TransactionSession } from '../contract/database/database.js';
import type { JsonValue } from '../contract/json.js';
import { groupBy } from '../util/group-by.js';
import type { AppendedMessage } from './append-messages.js';
import type { ChannelSender } from './channel-sender.js';
import type { TracedMessage } from './read-lanes.js';
import { collapse } from './read-lanes.js';
import { outboxLeaseTable, outboxMessageTable } from './tables.js';

/** The keys that one transaction claims for this process. */
export interface WriterClaims {
  /**
   * Hands what was claimed to the senders, once the transaction is committed. Answers the channels with other messages of it: those wait
   * for whoever looks.
   */
  deliver(): Promise<ReadonlySet<string>>;
}

/** The messages of one key, in their order. */
interface Lane {
  readonly channel: string;
  readonly lane: string;
  readonly messages: readonly AppendedMessage[];
}

/**
 * Claims the keys of messages in the transaction that appends them, as far as the senders of this process have room: they are
 * delivered from memory behind the commit, and nobody looks for them (ADR 45). A key is claimed only where nobody has it and no
 * other message of it waits, so that what was stored first is sent first. Called last in the transaction: the one statement leaves
 * with the commit, since another process that claims the same key waits for it. Undefined where nothing is claimed.
 */
export function claimAppended(
  session: TransactionSession,
  messages: readonly AppendedMessage[],
  senders: ReadonlyMap<string, ChannelSender>,
): WriterClaims | undefined {
  const returning = session.dialect.returning('channel, lane');
  // It would take trips of its own, and others would wait for as long as they take, or this process stands still.
  if (returning === undefined) return undefined;
  const lanes = lanesOf(messages);
  const reserved = lanes.filter(
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
  answered.catch(() => undefined); // the transaction fails with it
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
      return new Set(lanes.filter((lane) => !claimed.has(addressOf(lane))).map(({ channel }) => channel));
    },
  };
}

const addressOf = ({ channel, lane }: Pick<Lane, 'channel' | 'lane'>): string => `${channel} ${lane}`;

function lanesOf(messages: readonly AppendedMessage[]): readonly Lane[] {
  return [...groupBy(messages, addressOf).values()].flatMap((own): readonly Lane[] => {
    const [first] = own;
    return first === undefined ? [] : [{ channel: first.channel, lane: first.lane, messages: own }];
  });
}

/** Whether each of them is sent. */
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

/** As whoever reads the row finds it. */
const storedMessage = ({ id, key, body, createdAt, trace }: AppendedMessage): TracedMessage => ({
  id,
  key,
  body: JSON.parse(body) as JsonValue, // it was written from such a value
  attempts: 0,
  createdAt,
  trace,
});
