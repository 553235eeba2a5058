import type { Database, TransactionSession } from '../contract/database/database.js';
import { outboxDeadLetterTable, outboxLeaseTable, outboxMessageTable } from './tables.js';
import type { SetChannel } from './compile-channels.js';

export interface Swept {
  /** Number of messages dropped because of their age. */
  readonly expired: number;
  /** Number of messages dropped above the limit. */
  readonly surplus: number;
}

const LONGEST_SWEEP_PAUSE_MS = 30_000;

/** Maximum ids per statement. */
const CHUNK = 1000;

/**
 * Enforces the limits of a channel, for dead letters too. Messages being delivered are kept. A message's age
 * is the time this process has seen it wait, by a monotonic clock. A wrong clock or a long shutdown therefore
 * drops nothing.
 */
export function createSweep(
  database: Database,
  {
    name: channel,
    limit,
    deadLimit,
    expiryMs,
  }: Pick<SetChannel, 'name' | 'limit' | 'deadLimit' | 'expiryMs'>,
): () => Promise<Swept> {
  const messages = database.table(outboxMessageTable.name);
  const dead = database.table(outboxDeadLetterTable.name);
  const leases = database.table(outboxLeaseTable.name);
  const idle = `not exists (select 1 from ${leases} l where l.channel = ${messages}.channel and l.lane = ${messages}.lane)`;
  let seen = new Map<string, number>();

  async function dropSurplus(session: TransactionSession): Promise<number> {
    const oldest = await session.first<{ position: number }>(
      `select m.position as position from ${messages} m where m.channel = :channel order by m.position desc limit 1 offset ${limit - 1}`,
      { channel },
    );
    if (oldest === undefined) return 0;
    return session.run(
      `delete from ${messages} where channel = :channel and position < :position and ${idle}`,
      {
        channel,
        position: oldest.position,
      },
    );
  }

  async function dropExpired(session: TransactionSession): Promise<number> {
    if (expiryMs === Infinity) return 0;
    const rows = await session.all<{ id: string }>(
      `select m.id as id from ${messages} m where m.channel = :channel`,
      { channel },
    );
    const now = performance.now();
    seen = new Map(rows.map(({ id }) => [id, seen.get(id) ?? now]));
    const expired = [...seen].filter(([, since]) => now - since >= expiryMs).map(([id]) => id);
    let dropped = 0;
    for (let from = 0; from < expired.length; from += CHUNK) {
      const where = `${session.dialect.anyOf('id', 'ids', 'uuid')} and ${idle}`;
      const ids = expired.slice(from, from + CHUNK);
      dropped += await session.run(`delete from ${messages} where ${where}`, { ids });
    }
    return dropped;
  }

  async function dropDead(session: TransactionSession): Promise<void> {
    const oldest = await session.first<{ died_at: unknown }>(
      `select d.died_at as died_at from ${dead} d where d.channel = :channel order by d.died_at desc limit 1 offset ${deadLimit - 1}`,
      { channel },
    );
    if (oldest === undefined) return;
    const at = session.dialect.decode('datetime', oldest.died_at) as Date;
    await session.run(`delete from ${dead} where channel = :channel and died_at < :at`, { channel, at });
  }

  return () =>
    database.transaction(async (session) => {
      await dropDead(session);
      const surplus = await dropSurplus(session);
      return { surplus, expired: await dropExpired(session) };
    });
}

/**
 * Returns a function that sweeps and reports if the last sweep is long enough ago. It returns the number of
 * dropped messages.
 */
export function createDueSweep(
  sweep: () => Promise<Swept>,
  { expiryMs, report }: { readonly expiryMs: number; readonly report: { swept(swept: Swept): void } },
): () => Promise<number> {
  const pauseMs = Math.min(LONGEST_SWEEP_PAUSE_MS, expiryMs / 4);
  let lastSweep = -Infinity;
  return async () => {
    const now = performance.now();
    if (now - lastSweep < pauseMs) return 0;
    lastSweep = now;
    const swept = await sweep();
    report.swept(swept);
    return swept.expired + swept.surplus;
  };
}
