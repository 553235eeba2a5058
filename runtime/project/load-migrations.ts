import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration, MigrationEntry } from '../kernel/contract/database/migration.js';
import { ProjectError } from './project-error.js';

const FOLDER = 'generated/migrations';
/** Named after the time of creation. */
const NAME = /^\d{8}T\d{6}_.*\.ts$/;

/** Returns the names of the migration files, oldest first. */
export async function migrationNames(root: string): Promise<readonly string[]> {
  const files = await readdir(join(root, FOLDER)).catch(() => []);
  return files.filter((file) => NAME.test(file)).sort();
}

/**
 * Returns migrations with their metadata: the previous migrations, and the changes of types.
 * @throws ProjectError if a metadata file is missing or invalid
 */
export async function withEntries(
  root: string,
  migrations: readonly Migration[],
): Promise<readonly Migration[]> {
  return Promise.all(
    migrations.map(async (migration) => {
      const { parents, types, replaces } = await readEntry(root, migration.id);
      return { ...migration, parents, types, ...(replaces && { replaces }) };
    }),
  );
}

async function readEntry(root: string, id: string): Promise<MigrationEntry> {
  const path = `${FOLDER}/meta/${id}.json`;
  // Written by the generator together with the migration; `generate --check` verifies that it is unmodified.
  return (await readJson(root, path)) as MigrationEntry;
}

async function readJson(root: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(root, path), 'utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is not valid JSON' : 'is missing';
    throw new ProjectError(`${path} ${reason}. Restore it from version control.`, { cause });
  }
}
