import Libsql from 'libsql';
import type { InvalidationFeed } from './feed.js';
import {
  appendInvalidation,
  createInvalidationReader,
  type InvalidationReader,
  type InvalidationRow,
  newestSql,
  rowsSql,
} from './invalidation-rows.js';
import { createOrigin } from './polled-feed.js';

/**
 * Creates a feed for SQLite. `data_version` shows whether another connection has written, without reading a page. The
 * rows of other processes are read only in that case.
 */
export function createSqliteFeed({
  file,
  table,
}: {
  readonly file: string;
  /** Quoted table name. */
  readonly table: string;
}): InvalidationFeed {
  const origin = createOrigin();
  let reader: InvalidationReader | undefined;
  let connection: Connection | undefined;
  let version: unknown;
  let isClosed = false;
  /**
   * Whether the file was checked in the current event loop tick. Requests handled in a tick were sent before it began.
   */
  let hasLooked = false;

  function open(follower: InvalidationReader): Connection {
    const opened = openConnection(file, table);
    version = opened.version();
    follower.startAt(opened.newest());
    return (connection = opened);
  }

  function look(follower: InvalidationReader): void {
    const current = connection ?? open(follower);
    const newest = current.version();
    if (newest === version) return;
    follower.take(current.rowsFrom(follower.last));
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
        // The database is locked or the file is missing. Other statements report and log the problem.
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

/** A read-only connection that never blocks the process. */
interface Connection {
  /** Returns a different value after any other connection has written. */
  version(): unknown;
  newest(): number;
  rowsFrom(last: number): readonly InvalidationRow[];
  close(): void;
}

function openConnection(file: string, table: string): Connection {
  // No busy timeout: the driver would block the only thread that can finish the other transaction.
  const database = new Libsql(file, { timeout: 0 });
  database.exec('pragma query_only = on');
  const version = database.prepare('pragma data_version');
  const newest = database.prepare(newestSql(table));
  const rows = database.prepare(rowsSql(table).replace(':last', '?'));
  // Values are passed as one array, because the driver aborts the process on other arguments.
  const read = (statement: typeof version, values: readonly number[] = []) =>
    statement.all(values) as Record<string, unknown>[]; // a row is an object keyed by column name
  return {
    version: () => read(version)[0]?.data_version,
    newest: () => Number(read(newest)[0]?.newest ?? 0),
    rowsFrom: (last) => read(rows, [last]) as InvalidationRow[], // the statement selects these columns
    close: () => void database.close(),
  };
}
