import type { Database } from '../../../kernel/contract/database.js';
import type { InvalidationFeed } from './feed.js';
import { ROWS_ARE_READ } from './invalidation-rows.js';
import { createOrigin, createPolledFeed } from './polled-feed.js';
import { invalidationTable } from '../tables.js';
import { createPostgresAppend } from './postgres-append.js';

/**
 * Makes a feed for a pooler in transaction mode, where no connection is notified: the numbered rows are read, as on MariaDB.
 * Other processes may have connections of their own; a row tells them that rows are read.
 */
export function createPooledPostgresFeed({
  database,
  channel,
}: {
  readonly database: Database;
  readonly channel: string;
}): InvalidationFeed {
  const origin = createOrigin();
  return {
    ...createPolledFeed(database, { origin, areAllStored: createAnnouncement(database) }),
    append: createPostgresAppend({ origin, channel }),
  };
}

/**
 * Transactions that began before this process said that rows are read may be about to commit without one. Once all of them
 * have ended, every write that comes is stored.
 */
function createAnnouncement(database: Database): () => Promise<boolean> {
  let announcedBy: string | undefined;
  return async () => {
    announcedBy ??= await announce(database);
    const row = await database.first<{ are_over: boolean }>(
      'select txid_snapshot_xmin(txid_current_snapshot()) > cast(:transaction as bigint) as are_over',
      { transaction: announcedBy },
    );
    return row?.are_over === true;
  };
}

function announce(database: Database): Promise<string> {
  return database.transaction(async (session) => {
    const table = session.table(invalidationTable.name);
    await session.run(
      `insert into ${table} (id, origin) values (${ROWS_ARE_READ}, 'pooler') on conflict (id) do nothing`,
    );
    const row = await session.first<{ transaction: string }>(
      'select cast(txid_current() as text) as transaction',
    );
    return String(row?.transaction);
  });
}
