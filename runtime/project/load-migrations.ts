import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration, MigrationEntry } from '../kernel/contract/database/migration.js';
import type { NamedType } from '../kernel/contract/database/schema-state.js';
import { ProjectError } from './project-error.js';

const FOLDER = 'generated/migrations';
/** Numbered by the first release, or named after the time of creation. */
const NAME = /^(?:\d{4}|\d{8}T\d{6})_.*\.ts$/;
const NUMBERED = /^\d{4}_/;

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
  const lastNumbered = migrations.findLast(({ id }) => NUMBERED.test(id));
  return Promise.all(
    migrations.map(async (migration, index) => {
      if (!NUMBERED.test(migration.id)) {
        const { parents, types, replaces } = await readEntry(root, migration.id);
        return { ...migration, parents, types, ...(replaces && { replaces }) };
      }
      const parents = migrations.slice(Math.max(0, index - 1), index).map(({ id }) => id);
      // The first release stored types in snapshots only; the last one describes all types up to it.
      return migration === lastNumbered
        ? { ...migration, parents, types: { was: [], is: await readSnapshotTypes(root, migration.id) } }
        : { ...migration, parents };
    }),
  );
}

async function readEntry(root: string, id: string): Promise<MigrationEntry> {
  const path = `${FOLDER}/meta/${id}.json`;
  // Written by the generator together with the migration; `generate --check` verifies that it is unmodified.
  return (await readJson(root, path)) as MigrationEntry;
}

async function readSnapshotTypes(root: string, id: string): Promise<readonly NamedType[]> {
  const snapshot = await readJson(root, `${FOLDER}/meta/${id.slice(0, 4)}_snapshot.json`);
  const types =
    typeof snapshot === 'object' && snapshot !== null && 'types' in snapshot ? snapshot.types : [];
  // Written by the generator as well; snapshots do not contain previous names.
  return (types as readonly Omit<NamedType, 'renamedFrom'>[]).map((type) => ({ ...type, renamedFrom: [] }));
}

async function readJson(root: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(root, path), 'utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is not valid JSON' : 'is missing';
    throw new ProjectError(`${path} ${reason}. Restore it from version control.`, { cause });
  }
}
