import { diffSnapshots } from '../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../runtime/adapters/persistence/migrations/index.js';
import type { TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import type { TestDatabase } from './database.js';
import { createFilledDatabase } from './template-database.js';

export interface TestTables {
  readonly tables: readonly TableDefinition[];
  readonly tablePrefix: string;
}

/** A database with these tables, as after a first migration. */
export function createMigratedDatabase(wanted: TestTables): Promise<TestDatabase> {
  return createFilledDatabase(wanted, (url) => migrate(url, wanted));
}

/** Creates the tables in an empty database. */
export async function migrate(url: string, { tables, tablePrefix }: TestTables): Promise<void> {
  const migrator = createMigrator({
    connect: () => openMigrationConnection(url),
    tablePrefix,
    migrations: [{ id: '0001_initial', up: diffSnapshots([], tables), down: diffSnapshots(tables, []) }],
    log: SILENT_LOGGER,
  });
  await migrator.run();
}
