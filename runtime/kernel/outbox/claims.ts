import { randomUUID } from 'node:crypto';
import type { Database, SqlSession, TransactionSession } from '../contract/database.js';
import type { DeliveryOutcome, PendingMessage } from '../contract/outbox.js';
import type { Clock } from '../ports/clock.js';
import { outboxDeadLetterTable, outboxLeaseTable, outboxMessageTable } from './tables.js';
import { readLanes } from './read-lanes.js';

/** A key of a channel that this process, and no other, delivers. */
export interface Claim {
  readonly lane: string;
  /** Whoever takes the lease over writes another one. */
  readonly token: string;
  /** At least one, in their order. */
  readonly messages: readonly PendingMessage[];
  /** Others of the key wait behind these. */
  readonly hasMore: boolean;
}

export interface Lease {
  readonly lane: string;
  readonly token: string;
}

/** `release`: the messages were not handed over. */
export type Settlement = DeliveryOutcome | { readonly kind: 'release' };

/** What of the outbox's rows the sending of one channel reads and writes; each function is one statement or one transaction. */
export interface Claims {
  /** Lanes with messages and without a lease, the oldest first; `all` where those to come first may not be sent yet. */
  waiting(all: boolean): Promise<readonly string[]>;
  /** Leases of lanes that have messages; undefined when another process was faster with one of them. */
  claim(lanes: readonly string[]): Promise<readonly Claim[] | undefined>;
  leases(): Promise<readonly Lease[]>;
  /** In place of whoever held the lease; undefined when it is no longer theirs, or there is nothing to send. */
  takeOver(lease: Lease): Promise<Claim | undefined>;
  /** The lease once more, so that nobody finds it stale; undefined when it was taken over. */
  renew(lease: Lease): Promise<Lease | undefined>;
  /** Writes what has become of the messages, and gives the lease back; false when it was taken over. */
  settle(claim: Claim, outcome: Settlement): Promise<boolean>;
}

const SOME_LANES = 256;
/** More than a channel keeps messages, if it is not told otherwise. */
const ALL_LANES = 16_384;

export function createClaims({
  database,
  clock,
  channel,
  batchSize,
}: {
  readonly database: Database;
  readonly clock: Clock;
  /** Its name. */
  readonly channel: string;
  readonly batchSize: number;
}): Claims {
  const messages = database.table(outboxMessageTable.name);
  const leases = database.table(outboxLeaseTable.name);
  const dead = database.table(outboxDeadLetterTable.name);
  const ofIds = (session: SqlSession): string => session.dialect.anyOf('id', 'ids', 'uuid');

  const waitingSql = (limit: number): string => `select m.lane as lane
from ${messages} m
where m.channel = :channel and not exists (select 1 from ${leases} l where l.channel = m.channel and l.lane = m.lane)
group by m.lane
order by min(m.position)
limit ${limit}`;

  async function leased(
    session: TransactionSession,
    lanes: readonly string[],
    token: string,
  ): Promise<readonly Claim[]> {
    const found = await readLanes(session, { channel, lanes, batchSize });
    const empty = lanes.filter((lane) => !found.has(lane));
    for (const lane of empty) await release(session, { lane, token });
    return [...found].map(([lane, content]) => ({ lane, token, ...content }));
  }

  /** The number of rows: none when the lease is another's. */
  function release(session: TransactionSession, { lane, token }: Lease): Promise<number> {
    const where = 'channel = :channel and lane = :lane and token = :token';
    return session.run(`delete from ${leases} where ${where}`, { channel, lane, token });
  }

  /** Undefined when the lease is another's by now. */
  async function replaceToken(
    session: TransactionSession,
    { lane, token: old }: Lease,
  ): Promise<string | undefined> {
    const token = randomUUID();
    const where = 'channel = :channel and lane = :lane and token = :old';
    const count = await session.run(`update ${leases} set token = :token where ${where}`, {
      ...{ channel, lane, token, old },
    });
    return count === 0 ? undefined : token;
  }

  async function bury(session: TransactionSession, ids: readonly string[], reason: string): Promise<void> {
    const kept = 'id, channel, lane, collapses, message_key, body';
    const content = `select ${kept}, attempts + 1, '', created_at, created_at from ${messages} where ${ofIds(session)}`;
    await session.run(`insert into ${dead} (${kept}, attempts, reason, created_at, died_at) ${content}`, {
      ids,
    });
    await session.run(`update ${dead} set reason = :reason, died_at = :now where ${ofIds(session)}`, {
      ...{ ids, now: clock.now() },
      reason: session.dialect.encode('text', reason),
    });
  }

  async function write(
    session: TransactionSession,
    ids: readonly string[],
    outcome: Settlement,
  ): Promise<void> {
    switch (outcome.kind) {
      case 'release':
        return;
      case 'retry':
      case 'pause': {
        const reason = session.dialect.encode('text', outcome.reason);
        const set = 'attempts = attempts + 1, last_error = :reason';
        await session.run(`update ${messages} set ${set} where ${ofIds(session)}`, { ids, reason });
        return;
      }
      case 'dead':
        await bury(session, ids, outcome.reason);
        await session.run(`delete from ${messages} where ${ofIds(session)}`, { ids });
        return;
      case 'sent':
        await session.run(`delete from ${messages} where ${ofIds(session)}`, { ids });
    }
  }

  return {
    async waiting(all) {
      const rows = await database.all<{ lane: string }>(waitingSql(all ? ALL_LANES : SOME_LANES), {
        channel,
      });
      return rows.map(({ lane }) => lane);
    },
    async claim(lanes) {
      // In the same order everywhere, so that two processes do not wait for one another.
      const sorted = [...lanes].sort();
      const token = randomUUID();
      const rows = sorted.map((_lane, index) => `(:channel, :lane_${index}, :token)`).join(', ');
      const named = Object.fromEntries(sorted.map((lane, index) => [`lane_${index}`, lane]));
      try {
        return await database.transaction(async (session) => {
          await session.run(`insert into ${leases} (channel, lane, token) values ${rows}`, {
            ...named,
            channel,
            token,
          });
          return leased(session, sorted, token);
        });
      } catch (error) {
        if (database.dialect.uniqueViolation(error) === undefined) throw error;
        return undefined;
      }
    },
    async leases() {
      const rows = await database.all<{ lane: string; token: string }>(
        `select l.lane as lane, l.token as token from ${leases} l where l.channel = :channel`,
        { channel },
      );
      return rows.map(({ lane, token }) => ({ lane, token: String(token).toLowerCase() }));
    },
    takeOver: (lease) =>
      database.transaction(async (session) => {
        const token = await replaceToken(session, lease);
        return token === undefined ? undefined : (await leased(session, [lease.lane], token))[0];
      }),
    async renew(lease) {
      const token = await database.transaction((session) => replaceToken(session, lease));
      return token === undefined ? undefined : { lane: lease.lane, token };
    },
    settle(claim, outcome) {
      const ids = claim.messages.map(({ id }) => id);
      return database.transaction(async (session) => {
        if ((await release(session, claim)) === 0) return false;
        await write(session, ids, outcome);
        return true;
      });
    },
  };
}
