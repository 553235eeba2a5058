import { afterEach, beforeEach } from 'vitest';
import { diffSnapshots } from '../../runtime/adapters/persistence/migrations/states/diff-snapshots.js';
import type { SqlValue } from '../../runtime/kernel/contract/database/database.js';
import type { Migration, MigrationStatement } from '../../runtime/kernel/contract/database/migration.js';
import { invertStatements } from '../../runtime/kernel/contract/database/migration.js';
import type { ColumnDefinition, TableDefinition } from '../../runtime/kernel/contract/database/table.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../runtime/adapters/persistence/migrations/index.js';
import type {
  MigrationConnection,
  Migrator,
  MigratorOptions,
} from '../../runtime/adapters/persistence/migrations/index.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { createTestDatabase, speaksMysql } from '../support/database.js';
import type { TestDatabase } from '../support/database.js';
import { introspect } from './migrations-introspection.js';

export const PREFIX = '_acb_';
const isMariadb = speaksMysql();
export const ID = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000002'] as const;

/** A separate migrated database for each test of a file, with its helpers. */
export function useMigratedDatabase() {
  let database: TestDatabase;
  let connection: MigrationConnection;

  beforeEach(async () => {
    database = await createTestDatabase();
    connection = await openMigrationConnection(database.url);
  });

  afterEach(async () => {
    await connection.close();
    await database.drop();
  });

  function migratorOf(migrations: readonly Migration[], options: Partial<MigratorOptions> = {}): Migrator {
    const connect = () => openMigrationConnection(database.url);
    return createMigrator({
      connect,
      tablePrefix: PREFIX,
      migrations,
      log: SILENT_LOGGER,
      ...options,
    });
  }

  async function introspectFresh(tables: readonly TableDefinition[]): Promise<readonly string[]> {
    const fresh = await createTestDatabase();
    const inspected = await openMigrationConnection(fresh.url);
    try {
      await migratorOf(chain(tables), { connect: () => openMigrationConnection(fresh.url) }).run();
      return await introspect(inspected, PREFIX);
    } finally {
      await inspected.close();
      await fresh.drop();
    }
  }

  async function insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
    const columns = Object.keys(row).map(quoted).join(', ');
    const marks = Object.keys(row)
      .map(() => '?')
      .join(', ');
    await connection.query(
      `insert into ${quoted(PREFIX + table)} (${columns}) values (${marks})`,
      Object.values(row),
    );
  }

  function rowsOf(
    table: string,
    columns: readonly string[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const list = columns.map(quoted).join(', ');
    return connection.query(`select ${list} from ${quoted(PREFIX + table)} order by ${quoted('id')}`);
  }

  return {
    get connection(): MigrationConnection {
      return connection;
    },
    get url(): string {
      return database.url;
    },
    migratorOf,
    introspectFresh,
    insert,
    rowsOf,
    quoted: (name: string): string => quoted(PREFIX + name),
  };
}

function quoted(name: string): string {
  return isMariadb ? `\`${name}\`` : `"${name}"`;
}

export function migration(id: string, up: readonly MigrationStatement[]): Migration {
  return { id, up, down: invertStatements(up) };
}

/** One migration for each step of a chain of schemas. */
export function chain(...schemas: readonly (readonly TableDefinition[])[]): readonly Migration[] {
  return schemas.map((tables, index) =>
    migration(`000${index + 1}_step`, diffSnapshots(schemas[index - 1] ?? [], tables)),
  );
}

export const id: ColumnDefinition = { name: 'id', type: 'uuid', nullable: false };

export function table(
  name: string,
  columns: readonly ColumnDefinition[],
  rest: Partial<TableDefinition> = {},
): TableDefinition {
  return { name, columns: [id, ...columns], primaryKey: ['id'], indexes: [], foreignKeys: [], ...rest };
}
