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

/** A project with a database of its own, and what its commands do, without starting a process for each. */
export interface MigratedProject {
  readonly root: string;
  readonly databaseUrl: string;
  /** Makes these the only schema files. */
  write(schemas: readonly JsonObject[]): Promise<void>;
  /** `cms dev`: generates without a migration, and the database follows. */
  dev(options?: { readonly allowDestructive?: boolean }): Promise<boolean>;
  /** `cms generate`; answers the ids of the migrations it wrote. */
  generate(options?: { readonly allowDestructive?: boolean }): Promise<readonly string[]>;
  /** `cms generate --check` */
  check(): Promise<unknown>;
  /** `cms migrate:run`, `migrate:revert`, `migrate:status` of the files as they are. */
  migrator(): Promise<Migrator>;
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  connection(): MigrationConnection;
  /** Table or column as the database quotes it. */
  table(name: string): string;
  column(name: string): string;
}

/** Makes an empty project; the test that asks for it ends it. */
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
  /** Ids name the second: each run has one of its own. */
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

/** The files of a migration, relative to the project. */
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
