import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  builtOnSquashed,
  inOrder,
  type Squashing,
  squashOf,
  withPresentParents,
} from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import {
  canonicalTables,
  byName,
} from 'cms-api-components/internal/kernel/contract/database/canonical-tables.js';
import type { MigrationEntry } from 'cms-api-components/internal/kernel/contract/database/migration.js';
import {
  storedForm,
  type StoredType,
} from 'cms-api-components/internal/kernel/contract/database/schema-state.js';
import type { TableDefinition } from 'cms-api-components/internal/kernel/contract/database/table.js';
import { MigrationFolderError, SquashError } from './errors.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';

const MIGRATIONS_FOLDER = 'migrations';
const META_FOLDER = `${MIGRATIONS_FOLDER}/meta`;

/** The state after a migration, stored in `meta/ID_snapshot.json`. */
export interface Snapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  readonly tables: readonly TableDefinition[];
  /** Type names stored in rows. A type that is renamed later may keep its table. */
  readonly types: readonly StoredType[];
}

export const SNAPSHOT_VERSION = 2;

/** Prints a snapshot file. */
export function printSnapshot(state: Pick<Snapshot, 'tables' | 'types'>): string {
  const types = state.types.map(storedForm).sort(byName);
  const snapshot: Snapshot = { version: SNAPSHOT_VERSION, tables: canonicalTables(state.tables), types };
  return `${JSON.stringify(snapshot, null, 2)}\n`;
}

/**
 * A migration of the folder: its parents, the migrations squashed into it, and the hash of the generated statements.
 */
export interface KnownMigration extends Squashing {
  readonly hash: string;
}

/** `migrations/20261122T101500_add_weight.ts` */
export function migrationPath(id: string): string {
  return `${MIGRATIONS_FOLDER}/${id}.ts`;
}

/** `migrations/meta/20261122T101500_add_weight.json` */
export function entryPath(id: string): string {
  return `${META_FOLDER}/${id}.json`;
}

/** `migrations/meta/20261122T101500_add_weight_snapshot.json` */
export function snapshotPath(id: string): string {
  return `${META_FOLDER}/${id}_snapshot.json`;
}

/**
 * Returns every migration, parents first. Each migration has its own files, so that branches merge without conflicts.
 * @throws MigrationFolderError if a file is missing or broken, SquashError if a branch depends on a squashed migration
 */
export async function readHistory(outputDir: string): Promise<readonly KnownMigration[]> {
  const [files, meta] = await Promise.all([
    listFiles(join(outputDir, MIGRATIONS_FOLDER)),
    listFiles(join(outputDir, META_FOLDER)),
  ]);
  const ids = meta
    .filter((name) => name.endsWith('.json') && !name.endsWith('_snapshot.json'))
    .map((name) => name.slice(0, -'.json'.length));
  const entries = await Promise.all(ids.map((id) => readEntry(outputDir, id)));
  const known = withPresentParents(entries);
  assertWhole(known, { files: new Set(files), meta: new Set(meta) });
  return inOrder(known);
}

/** Returns the state after migration `id`. @throws MigrationFolderError */
export async function readSnapshot(outputDir: string, id: string): Promise<Snapshot> {
  const path = snapshotPath(id);
  const found = await readJson(outputDir, path);
  if (!isSnapshot(found)) throw new MigrationFolderError(path, 'no snapshot');
  return found;
}

/** Whether the snapshot of migration `id` equals this text. Most runs change no table. */
export async function hasSnapshot(outputDir: string, id: string, text: string): Promise<boolean> {
  const found = await readFile(join(outputDir, snapshotPath(id))).catch(() => undefined);
  return found?.equals(Buffer.from(text)) === true;
}

async function readEntry(outputDir: string, id: string): Promise<KnownMigration> {
  const path = entryPath(id);
  const found = await readJson(outputDir, path);
  if (!isEntry(found)) throw new MigrationFolderError(path, 'not a migration description');
  const { parents, hash, replaces } = found;
  return { id, parents, hash, replaces };
}

/** Checks that the three files of each migration and all parents exist. */
function assertWhole(
  known: readonly KnownMigration[],
  { files, meta }: { readonly files: ReadonlySet<string>; readonly meta: ReadonlySet<string> },
): void {
  const ids = new Set(known.map(({ id }) => id));
  for (const { id, parents } of known) {
    if (!files.has(`${id}.ts`)) throw new MigrationFolderError(migrationPath(id), 'missing');
    const snapshot = snapshotPath(id);
    if (!meta.has(snapshot.slice(META_FOLDER.length + 1)))
      throw new MigrationFolderError(snapshot, 'missing');
    const parent = parents.find((each) => !ids.has(each));
    if (parent === undefined) continue;
    const squash = squashOf(known, parent)?.id;
    if (squash !== undefined) throw new SquashError(builtOnSquashed(id, { parent, squash }));
    throw new MigrationFolderError(migrationPath(parent), `missing, but ${id} depends on it`);
  }
  const stray = [...files].find((name) => name.endsWith('.ts') && !ids.has(name.slice(0, -'.ts'.length)));
  if (stray !== undefined) {
    const id = stray.slice(0, -'.ts'.length);
    throw new MigrationFolderError(entryPath(id), `missing, but ${migrationPath(id)} needs it`);
  }
}

async function listFiles(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isRecord(error) && error.code === 'ENOENT') return [];
    throw error;
  });
}

async function readJson(outputDir: string, path: string): Promise<unknown> {
  const text = await readFile(join(outputDir, path), 'utf8').catch((error: unknown) => {
    if (isRecord(error) && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new MigrationFolderError(path, 'no JSON');
  }
}

function isEntry(value: unknown): value is MigrationEntry {
  return (
    isRecord(value) && Array.isArray(value.parents) && typeof value.hash === 'string' && isRecord(value.types)
  );
}

function isSnapshot(value: unknown): value is Snapshot {
  if (!isRecord(value) || value.version !== SNAPSHOT_VERSION) return false;
  return Array.isArray(value.tables) && Array.isArray(value.types);
}
