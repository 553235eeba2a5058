import type { Database } from '../../../kernel/contract/database/database.js';
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
    ...createPostgresAppend({ origin, channel }),
  };
}

/**
 * Transactions that had begun to write when this process said that rows are read may be about to commit without one. Once all of them
 * have ended, every write that comes is stored.
 */
function createAnnouncement(database: Database): () => Promise<boolean> {
  let begunBefore: string | undefined;
  return async () => {
    begunBefore ??= await announce(database);
    const row = await database.first<{ are_over: boolean }>(
      'select txid_snapshot_xmin(txid_current_snapshot()) >= cast(:transaction as bigint) as are_over',
      { transaction: begunBefore },
    );
    return row?.are_over === true;
  };
}

/** Answers the first number of transactions that none had when it was said. */
async function announce(database: Database): Promise<string> {
  await database.transaction((session) =>
    session.run(
      `insert into ${session.table(invalidationTable.name)} (id, origin) values (${ROWS_ARE_READ}, 'pooler') on conflict (id) do nothing`,
    ),
  );
  const row = await database.first<{ xid: string }>(
    'select cast(txid_snapshot_xmax(txid_current_snapshot()) as text) as xid',
  );
  return String(row?.xid);
}
