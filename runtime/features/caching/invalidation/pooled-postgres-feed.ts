import type { Database } from '../../../kernel/contract/database/database.js';
import type { InvalidationFeed } from './feed.js';
import { ROWS_ARE_READ } from './invalidation-rows.js';
import { createOrigin, createPolledFeed } from './polled-feed.js';
import { invalidationTable } from '../tables.js';
import { createPostgresAppend } from './postgres-append.js';

/**
 * Creates a feed for a pooler in transaction mode, where connections receive no notifications. It reads numbered rows,
 * as on MariaDB. A marker row informs processes with direct connections that rows are read.
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
 * Waits for transactions that started writing before the marker row existed, because they may commit without a row.
 * After that, every write is stored as a row.
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

/** Stores the marker row and returns the first transaction id after it. */
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
