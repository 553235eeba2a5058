import { randomUUID } from 'node:crypto';
import type { Database, TransactionSession } from '../contract/database/database.js';
import type { Clock } from '../ports/clock.js';
import { type Claim, createClaimRows, type Lease, type Settlement } from './claim-rows.js';
import { createSettleSent } from './settle-sent.js';
import { outboxLeaseTable, outboxMessageTable } from './tables.js';
import { readPartitions } from './read-partitions.js';

/** Outbox rows used by the sender of one channel. Each function runs one statement or one transaction. */
export interface Claims {
  /**
   * Returns unleased partitions with messages, oldest first. `all` reads more of them, for when the first
   * ones must still wait.
   */
  waiting(all: boolean): Promise<readonly WaitingPartition[]>;
  /** Leases partitions with messages; undefined if another process has leased one of them first. */
  claim(partitions: readonly string[]): Promise<readonly Claim[] | undefined>;
  leases(): Promise<readonly Lease[]>;
  /**
   * Takes over a lease that its process no longer renews; undefined if another process has done so, or if
   * nothing is left to send.
   */
  takeOver(lease: Lease): Promise<Claim | undefined>;
  /** Renews a lease; undefined if it was taken over. */
  renew(lease: Lease): Promise<Lease | undefined>;
  /**
   * Stores the outcome of the messages and releases the lease; false if it, or one released with it, was
   * taken over.
   */
  settle(claim: Claim, outcome: Settlement): Promise<boolean>;
}

/** An unleased partition, with its key if the channel has several destinations. */
export interface WaitingPartition {
  readonly lane: string;
  readonly key: string | undefined;
}

const SOME_PARTITIONS = 256;
/** Above the default limit of messages per channel. */
const ALL_PARTITIONS = 16_384;

export function createClaims({
  database,
  clock,
  channel,
  batchSize,
  hasTargets,
}: {
  readonly database: Database;
  readonly clock: Clock;
  /** Channel name. */
  readonly channel: string;
  readonly batchSize: number;
  /** Whether keys are read too. */
  readonly hasTargets: boolean;
}): Claims {
  const messages = database.table(outboxMessageTable.name);
  const leases = database.table(outboxLeaseTable.name);
  const rows = createClaimRows(database, clock, channel);
  const settleSent = createSettleSent(database, channel);

  const key = hasTargets ? ', min(m.message_key) as message_key' : '';
  const waitingSql = (limit: number): string => `select m.lane as lane${key}
from ${messages} m
where m.channel = :channel and not exists (select 1 from ${leases} l where l.channel = m.channel and l.lane = m.lane)
group by m.lane
order by min(m.position)
limit ${limit}`;

  async function leased(
    session: TransactionSession,
    partitions: readonly string[],
    { token, claimedAt }: Pick<Claim, 'token' | 'claimedAt'>,
  ): Promise<readonly Claim[]> {
    const found = await readPartitions(session, { channel, partitions, batchSize });
    const empty = partitions.filter((lane) => !found.has(lane));
    for (const lane of empty) await rows.release(session, { lane, token });
    return [...found].map(([lane, content]) => ({ lane, token, claimedAt, ...content }));
  }

  return {
    async waiting(all) {
      const found = await database.all<{ readonly lane: string; readonly message_key?: string }>(
        waitingSql(all ? ALL_PARTITIONS : SOME_PARTITIONS),
        { channel },
      );
      return found.map((row) => ({ lane: row.lane, key: row.message_key }));
    },
    async claim(partitions) {
      // All processes lock partitions in the same order, which prevents deadlocks.
      const sorted = [...partitions].sort();
      const token = randomUUID();
      const claimedAt = performance.now();
      const values = sorted.map((_lane, index) => `(:channel, :lane_${index}, :token)`).join(', ');
      const named = Object.fromEntries(sorted.map((lane, index) => [`lane_${index}`, lane]));
      try {
        return await database.transaction(async (session) => {
          await session.run(`insert into ${leases} (channel, lane, token) values ${values}`, {
            ...named,
            channel,
            token,
          });
          return leased(session, sorted, { token, claimedAt });
        });
      } catch (error) {
        if (database.dialect.uniqueViolation(error) === undefined) throw error;
        return undefined;
      }
    },
    async leases() {
      const found = await database.all<{ lane: string; token: string }>(
        `select l.lane as lane, l.token as token from ${leases} l where l.channel = :channel`,
        { channel },
      );
      return found.map(({ lane, token }) => ({ lane, token: String(token).toLowerCase() }));
    },
    takeOver: (lease) =>
      database.transaction(async (session) => {
        const claimedAt = performance.now();
        const token = await rows.replaceToken(session, lease);
        if (token === undefined) return undefined;
        return (await leased(session, [lease.lane], { token, claimedAt }))[0];
      }),
    async renew(lease) {
      const token = await database.transaction((session) => rows.replaceToken(session, lease));
      return token === undefined ? undefined : { lane: lease.lane, token };
    },
    settle(claim, outcome) {
      if (outcome.kind === 'sent') return settleSent(claim);
      const ids = claim.messages.map(({ id }) => id);
      return database.transaction(async (session) => {
        if ((await rows.release(session, claim)) === 0) return false;
        await rows.write(session, ids, outcome);
        return true;
      });
    },
  };
}
