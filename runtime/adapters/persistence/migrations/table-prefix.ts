import type { MigrationConnection } from './connection.js';
import { TablePrefixError } from './errors.js';
import { JOURNAL_TABLE } from './journal.js';

const NAMES = {
  postgres: 'select tablename as name from pg_tables where schemaname = current_schema()',
  mysql: 'select table_name as name from information_schema.tables where table_schema = database()',
  mariadb: 'select table_name as name from information_schema.tables where table_schema = database()',
  sqlite: "select name from sqlite_schema where type = 'table'",
} as const;

/** Full names of the tables of a database. */
export async function readTableNames(connection: MigrationConnection): Promise<ReadonlySet<string>> {
  const rows = await connection.query(NAMES[connection.dialect]);
  return new Set(rows.map(({ name }) => String(name)));
}

/** A table that every database of ours has. */
const CORE_TABLE = 'abstract_component';

/**
 * Refuses to begin anew under one prefix in a database that has tables of ours under another.
 * @throws TablePrefixError
 */
export async function assertPrefixInUse(connection: MigrationConnection, tablePrefix: string): Promise<void> {
  const names = await readTableNames(connection);
  if (names.has(tablePrefix + JOURNAL_TABLE.name)) return;
  const prefixes = [...names]
    .filter((name) => name.endsWith(JOURNAL_TABLE.name))
    .map((name) => name.slice(0, -JOURNAL_TABLE.name.length))
    .filter((prefix) => names.has(prefix + CORE_TABLE));
  if (prefixes.length > 0) throw new TablePrefixError(tablePrefix, prefixes.sort());
}
