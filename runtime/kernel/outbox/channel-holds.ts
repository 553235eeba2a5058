import { randomUUID } from 'node:crypto';
import type { Database, SqlSession } from '../contract/database/database.js';
import { SYSTEM_CLOCK } from '../ports/clock.js';
import { createClaimRows } from './claim-rows.js';
import { startHeartbeat } from './heartbeat.js';
import { outboxLeaseTable } from './tables.js';

/** Keeps the messages of a channel from being delivered. */
export interface ChannelHold {
  /** Aborted when others may take the hold for abandoned: the database was out of reach, or the process stood still. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Lanes of holds; those of keys are hashes without a colon. */
const PREFIX = 'h:';

/**
 * Holds a channel. A hold is a lease of a lane that no key has: the senders of the channel let it go when its process has died,
 * as they do with every lease. Any number of processes may hold one at the same time.
 * @param leaseMs that of the channel
 */
export async function holdChannel(
  database: Database,
  { channel, leaseMs }: { readonly channel: string; readonly leaseMs: number },
): Promise<ChannelHold> {
  const rows = createClaimRows(database, SYSTEM_CLOCK, channel);
  const first = { lane: PREFIX + randomUUID(), token: randomUUID() };
  const leases = database.table(outboxLeaseTable.name);
  const claimedAt = performance.now();
  await database.transaction((session) =>
    session.run(`insert into ${leases} (channel, lane, token) values (:channel, :lane, :token)`, {
      channel,
      ...first,
    }),
  );
  const heartbeat = startHeartbeat(first, {
    leaseMs,
    claimedAt,
    async renew(lease) {
      const token = await database.transaction((session) => rows.replaceToken(session, lease));
      return token === undefined ? undefined : { lane: lease.lane, token };
    },
    // What counts is whether the lease is renewed in time.
    onError: () => undefined,
  });
  return {
    lost: heartbeat.lost,
    async release() {
      const lease = await heartbeat.stop();
      await database.transaction((session) => rows.release(session, lease));
    },
  };
}

/** Whether somebody holds the channel: one statement. */
export async function isHeld(session: SqlSession, channel: string): Promise<boolean> {
  const row = await session.first(
    `select l.lane as lane from ${session.table(outboxLeaseTable.name)} l where l.channel = :channel and l.lane like '${PREFIX}%' limit 1`,
    { channel },
  );
  return row !== undefined;
}
