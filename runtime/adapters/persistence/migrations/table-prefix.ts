import { type MigrationConnection, readTableNames } from './connection.js';
import { TablePrefixError } from './errors.js';
import { JOURNAL_TABLE } from './journal.js';

/** A table that exists in every database of the service. */
const CORE_TABLE = 'abstract_component';

/**
 * Rejects a new prefix in a database that has tables of the service with another one.
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
