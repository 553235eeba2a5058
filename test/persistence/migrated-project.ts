import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { check, generate } from '../../generator/index.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { projectState } from '../../runtime/project/project-types.js';
import {
  createMigrator,
  type MigrationConnection,
  type Migrator,
  openMigrationConnection,
} from '../../runtime/adapters/persistence/migrations/index.js';
import { createRenderer } from '../../runtime/adapters/persistence/migrations/renderer.js';
import { SILENT_LOGGER } from '../../runtime/kernel/ports/logger.js';
import { loadProject } from '../../runtime/project/load-project.js';
import { createTestDatabase } from '../support/database.js';

export const PREFIX = '_acb_';

/** A project with a separate database, and the work of its commands without a process for each. */
export interface MigratedProject {
  readonly root: string;
  readonly databaseUrl: string;
  /** Writes these as the only schema files. */
  write(schemas: readonly JsonObject[]): Promise<void>;
  /** Does the same as `cms dev`: generates without a migration, and updates the database. */
  dev(options?: { readonly allowDestructive?: boolean }): Promise<boolean>;
  /** Does the same as `cms generate`, and returns the ids of the new migrations. */
  generate(options?: { readonly allowDestructive?: boolean }): Promise<readonly string[]>;
  /** Does the same as `cms generate --check`. */
  check(): Promise<unknown>;
  /** Do the same as `cms migrate:run`, `migrate:revert` and `migrate:status` for the current files. */
  migrator(): Promise<Migrator>;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  connection(): MigrationConnection;
  /** Quotes a table or column for the database. */
  table(name: string): string;
  column(name: string): string;
}

/** Creates an empty project. The test that calls this closes it. */
export async function aMigratedProject(): Promise<MigratedProject> {
  const database = await createTestDatabase();
  const root = await mkdtemp(join(tmpdir(), 'cms-migrated-'));
  const connection = await openMigrationConnection(database.url);
  onTestFinished(async () => {
    await connection.close();
    await database.drop();
    await rm(root, { recursive: true, force: true });
  });
  const { names } = createRenderer(connection.dialect, PREFIX);
  /** Ids contain the second, so each run uses a different one. */
  let runs = 0;
  const now = (): Date => new Date(Date.UTC(2026, 10, 22, 10, 0, (runs += 1)));
  const migrator = async (): Promise<Migrator> => {
    const { manifest, migrations } = await loadProject(root);
    return createMigrator({
      connect: () => openMigrationConnection(database.url),
      tablePrefix: PREFIX,
      migrations,
      current: projectState(manifest.resources, manifest.user?.fields),
      iriPrefix: '/_api',
      log: SILENT_LOGGER,
    });
  };
  return {
    root,
    databaseUrl: database.url,
    async write(schemas) {
      await rm(join(root, 'schemas'), { recursive: true, force: true });
      await mkdir(join(root, 'schemas'));
      for (const schema of schemas)
        await writeFile(join(root, `schemas/${String(schema.title)}.json`), JSON.stringify(schema));
    },
    async dev(options = {}) {
      await generate({ projectRoot: root, withoutMigration: true });
      return (await migrator()).follow(options);
    },
    async generate(options = {}) {
      const { migration } = await generate({ projectRoot: root, now, ...options });
      return migration.files
        .filter(({ path }) => path.endsWith('.ts'))
        .map(({ path }) => path.slice('migrations/'.length, -'.ts'.length));
    },
    check: () => check({ projectRoot: root }),
    migrator,
    query: (sql) => connection.query(sql),
    connection: () => connection,
    table: names.table,
    column: names.column,
  };
}

/** Files of a migration, relative to the project. */
export function filesOf(id: string): readonly string[] {
  return [`${id}.ts`, `meta/${id}.json`, `meta/${id}_snapshot.json`].map(
    (name) => `generated/migrations/${name}`,
  );
}

/** Ids of the migrations of a project. */
export async function migrationsOf(root: string): Promise<readonly string[]> {
  const names = await readdir(join(root, 'generated/migrations')).catch(() => []);
  return names.filter((name) => name.endsWith('.ts')).map((name) => name.slice(0, -'.ts'.length));
}
