import { parseDatabaseUrl } from '../../../kernel/util/database/database-url.js';
import type { DatabaseCopies, DatabasePlace } from './database-copies.js';

/** Selects the copy functions of a database without connecting. */
export async function openCopies({
  database: { url },
  tablePrefix,
}: {
  readonly database: Pick<DatabasePlace, 'url'>;
  readonly tablePrefix: string;
}): Promise<DatabaseCopies> {
  const location = parseDatabaseUrl(url);
  const place = { url, tablePrefix };
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteCopies } = await import('./sqlite-copies.js');
      return sqliteCopies(location.path, place);
    }
    case 'postgres': {
      const { postgresCopies } = await import('./postgres-copies.js');
      return postgresCopies(location, place);
    }
    case 'mysql': {
      const { mysqlCopies } = await import('./mysql-copies.js');
      return mysqlCopies(location, place);
    }
  }
}
