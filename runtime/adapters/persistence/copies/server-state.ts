import { openMigrationConnection, readTableNames } from '../migrations/connection.js';
import type { DatabasePlace, DatabaseState } from './database-copies.js';

/** Reads the state of a server without changing it. @throws DatabaseUnavailableError */
export async function readServerState({ url, tablePrefix }: DatabasePlace): Promise<DatabaseState> {
  const connection = await openMigrationConnection(url);
  try {
    const isPostgres = connection.dialect === 'postgres';
    const [row] = await connection.query(isPostgres ? POSTGRES_FACTS : MYSQL_FACTS);
    const version = String(row?.version);
    const tables = [...(await readTableNames(connection))].filter((name) => name.startsWith(tablePrefix));
    return {
      product: isPostgres ? 'PostgreSQL' : version.includes('MariaDB') ? 'MariaDB' : 'MySQL',
      version,
      schema: typeof row?.schema === 'string' ? row.schema : null,
      isEmpty: tables.length === 0,
      isPrivileged: row?.privileged === true,
      tables: tables.sort(),
    };
  } finally {
    await connection.close();
  }
}

const POSTGRES_FACTS = `select current_setting('server_version') as version, current_schema() as "schema",
  (select rolsuper from pg_roles where rolname = current_user)
  or exists (select 1 from pg_roles r where r.rolname in ('pg_execute_server_program', 'pg_write_server_files', 'pg_read_server_files')
    and pg_has_role(current_user, r.oid, 'member')) as privileged`;
const MYSQL_FACTS = 'select version() as version';
