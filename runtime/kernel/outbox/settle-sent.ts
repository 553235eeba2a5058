import type { Database } from '../contract/database/database.js';
import type { Claim } from './claim-rows.js';
import { outboxLeaseTable, outboxMessageTable } from './tables.js';

/** Deletes sent messages and releases their leases; false if some were taken over, which are left alone. */
export type SettleSent = (claim: Claim) => Promise<boolean>;

interface Waiting {
  readonly claim: Claim;
  resolve(isSettled: boolean): void;
  reject(error: unknown): void;
}

/**
 * Settles successful deliveries of one channel: the first immediately, those that end in the meantime as one
 * batch.
 */
export function createSettleSent(database: Database, channel: string): SettleSent {
  const { dialect } = database;
  const messages = database.table(outboxMessageTable.name);
  const leases = database.table(outboxLeaseTable.name);
  const ofIds = `channel = :channel and ${dialect.anyOf('id', 'ids', 'uuid')}`;
  const deleteLeases = `delete from ${leases} where channel = :channel and ${dialect.anyOf('lane', 'partitions', 'string')} and ${dialect.anyOf('token', 'tokens', 'uuid')}`;
  const together = dialect.deleteBoth({
    first: deleteLeases,
    columns: 'lane',
    second: (found) => `delete from ${messages} where ${ofIds} and lane in (select f.lane from ${found} f)`,
  });
  const isOurs = `exists (select 1 from ${leases} l where l.channel = ${messages}.channel and l.lane = ${messages}.lane and ${dialect.anyOf('l.token', 'tokens', 'uuid')})`;
  let waiting: Waiting[] = [];
  let isRunning = false;

  async function settle(claims: readonly Claim[]): Promise<boolean> {
    const tokens = [...new Set(claims.map(({ token }) => token))];
    const ids = claims.flatMap((claim) => claim.messages.map(({ id }) => id));
    const ofLeases = { channel, tokens, partitions: claims.map(({ lane }) => lane) };
    if (together !== undefined) {
      const row = await database.writeOne<{ deleted: unknown }>(together, { ...ofLeases, ids });
      return Number(row?.deleted) === claims.length;
    }
    return database.transaction(async (session) => {
      await session.run(`delete from ${messages} where ${ofIds} and ${isOurs}`, { channel, ids, tokens });
      return (await session.run(deleteLeases, ofLeases)) === claims.length;
    });
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        const isSettled = await settle(batch.map(({ claim }) => claim));
        for (const { resolve } of batch) resolve(isSettled);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isRunning = false;
  }

  return (claim) =>
    new Promise((resolve, reject) => {
      waiting.push({ claim, resolve, reject });
      if (!isRunning) void run();
    });
}
