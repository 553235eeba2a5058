import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MigrationEntry } from '../../runtime/contract/migration.js';
import { MigrationFolderError } from './errors.js';
import { type Snapshot, SNAPSHOT_VERSION } from './snapshot.js';

export const MIGRATIONS_FOLDER = 'migrations';
export const JOURNAL_PATH = `${MIGRATIONS_FOLDER}/meta/journal.json`;

/** `migrations/meta/0002_snapshot.json` */
export function snapshotPath(id: string): string {
  return `${MIGRATIONS_FOLDER}/meta/${id.slice(0, NUMBER_LENGTH)}_snapshot.json`;
}

export const NUMBER_LENGTH = 4;

/** The entries of the journal, oldest first; none before the first migration. @throws MigrationFolderError */
export async function readJournal(outputDir: string): Promise<readonly MigrationEntry[]> {
  const found = await readJson(outputDir, JOURNAL_PATH);
  if (found === undefined) return [];
  const entries = isObject(found) ? found.entries : undefined;
  if (!Array.isArray(entries) || !entries.every(isEntry))
    throw new MigrationFolderError(JOURNAL_PATH, 'no journal');
  return entries;
}

/** The state after migration `id`. @throws MigrationFolderError */
export async function readSnapshot(outputDir: string, id: string): Promise<Snapshot> {
  const path = snapshotPath(id);
  const found = await readJson(outputDir, path);
  if (!isSnapshot(found)) throw new MigrationFolderError(path, 'no snapshot');
  return found;
}

async function readJson(outputDir: string, path: string): Promise<unknown> {
  const text = await readFile(join(outputDir, path), 'utf8').catch((error: unknown) => {
    if (isObject(error) && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new MigrationFolderError(path, 'no JSON');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isEntry(value: unknown): value is MigrationEntry {
  return isObject(value) && typeof value.id === 'string' && typeof value.open === 'boolean';
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isObject(value) || value.version !== SNAPSHOT_VERSION) return false;
  return Array.isArray(value.tables) && Array.isArray(value.types);
}
