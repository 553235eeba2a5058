import type { InvalidationFeed } from '../../../kernel/contract/invalidation.js';
import {
  appendInvalidation,
  createInvalidationReader,
  type InvalidationReader,
  type InvalidationRow,
  newestSql,
  rowsSql,
} from '../../../kernel/invalidation/invalidation-rows.js';
import { createOrigin } from '../../../kernel/invalidation/polled-feed.js';
import { openLibsqlConnection, type SqliteConnection } from '../sqlite/libsql-connection.js';

/**
 * SQLite tells a connection whether any other has written since (`data_version`), without reading a page: only then the rows
 * of other processes are looked for.
 */
export function createSqliteFeed({
  file,
  table,
}: {
  readonly file: string;
  /** Quoted. */
  readonly table: string;
}): InvalidationFeed {
  const origin = createOrigin();
  let reader: InvalidationReader | undefined;
  let connection: SqliteConnection | undefined;
  let version: unknown;
  let isClosed = false;
  /** In this turn of the event loop: whoever asks in it sent the request before the turn began. */
  let hasLooked = false;

  function open(follower: InvalidationReader): SqliteConnection {
    const opened = openLibsqlConnection(file);
    opened.exec('pragma query_only = on');
    version = versionOf(opened);
    follower.startAt(Number(opened.all(newestSql(table), [])[0]?.newest ?? 0));
    return (connection = opened);
  }

  function look(follower: InvalidationReader): void {
    const current = connection ?? open(follower);
    const newest = versionOf(current);
    if (newest === version) return;
    const rows = current.all(rowsSql(table).replace(':last', '?'), [follower.last]);
    follower.take(rows as unknown as readonly InvalidationRow[]); // the statement names these columns
    version = newest;
  }

  return {
    append: (session, dropped) => appendInvalidation(session, { origin, dropped }),
    follow(drop) {
      reader = createInvalidationReader(origin, drop);
    },
    isCurrent() {
      if (reader === undefined || isClosed) return false;
      if (hasLooked) return true;
      try {
        look(reader);
        hasLooked = true;
        setImmediate(() => (hasLooked = false));
        return true;
      } catch {
        // Busy for a moment, or the file is gone: what is wrong with it is met and logged by whoever needs it.
        connection?.close();
        connection = undefined;
        return false;
      }
    },
    close() {
      isClosed = true;
      connection?.close();
      return Promise.resolve();
    },
  };
}

const versionOf = (connection: SqliteConnection): unknown =>
  connection.all('pragma data_version', [])[0]?.data_version;
