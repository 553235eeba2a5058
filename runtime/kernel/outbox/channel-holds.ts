import { randomUUID } from 'node:crypto';
import type { Database, SqlSession } from '../contract/database/database.js';
import { SYSTEM_CLOCK } from '../ports/clock.js';
import { createClaimRows } from './claim-rows.js';
import { startHeartbeat } from './heartbeat.js';
import { outboxLeaseTable } from './tables.js';

/** A hold that suspends the delivery of a channel. */
export interface ChannelHold {
  /**
   * Aborted when others may consider the hold abandoned: the database was unreachable, or the process was
   * suspended.
   */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Prefix of hold leases. Partition keys are hashes without a colon. */
const PREFIX = 'h:';

/**
 * Suspends a channel. A hold is a lease on a partition that no key has, so the senders release it when its
 * process has died, like any lease. Several processes may hold a channel at the same time.
 * @param leaseMs lease duration of the channel
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
    // Only a lease that is not renewed in time matters.
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

/** Returns whether the channel is on hold; one statement. */
export async function isHeld(session: SqlSession, channel: string): Promise<boolean> {
  const row = await session.first(
    `select l.lane as lane from ${session.table(outboxLeaseTable.name)} l where l.channel = :channel and l.lane like '${PREFIX}%' limit 1`,
    { channel },
  );
  return row !== undefined;
}
