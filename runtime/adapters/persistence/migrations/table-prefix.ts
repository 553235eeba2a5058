import { type MigrationConnection, readTableNames } from './connection.js';
import { TablePrefixError } from './errors.js';
import { JOURNAL_TABLE } from './journal.js';

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
