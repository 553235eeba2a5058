import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Migration, MigrationEntry } from '../kernel/contract/database/migration.js';
import type { NamedType } from '../kernel/contract/database/schema-state.js';
import { ProjectError } from './project-error.js';

const FOLDER = 'generated/migrations';
/** Numbered by the first release, or by the moment at which it was written. */
const NAME = /^(?:\d{4}|\d{8}T\d{6})_.*\.ts$/;
const NUMBERED = /^\d{4}_/;

/** Names of the migration files, oldest first. */
export async function migrationNames(root: string): Promise<readonly string[]> {
  const files = await readdir(join(root, FOLDER)).catch(() => []);
  return files.filter((file) => NAME.test(file)).sort();
}

/**
 * Migrations with what is kept beside them: those that each builds on, and what it does to the types.
 * @throws ProjectError when a file beside them is missing or broken
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
      // The first release kept types in snapshots only: the last of those says all that is known by then.
      return migration === lastNumbered
        ? { ...migration, parents, types: { was: [], is: await readSnapshotTypes(root, migration.id) } }
        : { ...migration, parents };
    }),
  );
}

async function readEntry(root: string, id: string): Promise<MigrationEntry> {
  const path = `${FOLDER}/meta/${id}.json`;
  // Written by the generator together with the migration; `generate --check` proves that it is untouched.
  return (await readJson(root, path)) as MigrationEntry;
}

async function readSnapshotTypes(root: string, id: string): Promise<readonly NamedType[]> {
  const snapshot = await readJson(root, `${FOLDER}/meta/${id.slice(0, 4)}_snapshot.json`);
  const types =
    typeof snapshot === 'object' && snapshot !== null && 'types' in snapshot ? snapshot.types : [];
  // Written by the generator too; snapshots know no earlier titles.
  return (types as readonly Omit<NamedType, 'renamedFrom'>[]).map((type) => ({ ...type, renamedFrom: [] }));
}

async function readJson(root: string, path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(root, path), 'utf8'));
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? 'is no JSON' : 'is missing';
    throw new ProjectError(`${path} ${reason}. Restore it from version control.`, { cause });
  }
}
