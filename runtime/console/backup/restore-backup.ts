import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { App } from '../../app.js';
import type { AppConfig } from '../../config/app-config.js';
import { UPLOADS } from '../../features/uploads/public-api.js';
import { allReplaced } from '../../kernel/contract/database/lineage.js';
import type { Migration } from '../../kernel/contract/database/migration.js';
import { ProjectError } from '../../project/project-error.js';
import { readArchive, textOf, verifyArchive } from '../../adapters/archive/archive-reader.js';
import { openCopies } from '../../adapters/persistence/copies/open-copies.js';
import type { DatabaseState } from '../../adapters/persistence/copies/database-copies.js';
import { type BackupManifest, MANIFEST_NAME, parseManifest } from './manifest.js';
import { createFileChecks, restoreFiles } from './restore-files.js';

/** A verified archive, and the database it can be restored to. */
export interface CheckedBackup {
  readonly manifest: BackupManifest;
  readonly target: DatabaseState;
}

/**
 * Verifies the whole archive and the target without changing anything.
 * @throws ProjectError if the archive is truncated, modified or does not fit this project
 */
export async function checkBackup(
  file: string,
  { config, migrations }: { readonly config: AppConfig; readonly migrations: readonly Migration[] },
): Promise<CheckedBackup> {
  const names: string[] = [];
  const read: { manifest?: BackupManifest; damage?: unknown } = {};
  const copies = await openCopies(config);
  const target = await copies.state();
  const files = createFileChecks(file);
  await verifyArchive(file, async ({ name, content }) => {
    if (names.length < 2) names.push(name);
    if (names.length === 1)
      read.manifest = parseManifest(file, name === MANIFEST_NAME ? await textOf(content) : '');
    else if (names[1] !== name) await files.check({ name, content }, read.manifest?.filesystems ?? []);
    else if (read.manifest !== undefined && databaseProblems(read.manifest, target, config).length === 0)
      await copies.check(Readable.from(content), target).catch((error: unknown) => (read.damage = error));
  }).finally(() => files.close());
  const { manifest, damage } = read;
  if (manifest === undefined || names[1] !== manifest.database.entry)
    throw new ProjectError(`${file} is not an archive of \`cms backup\`: it contains no database.`);
  const problems = [
    ...databaseProblems(manifest, target, config),
    ...filesystemProblems(manifest, config),
    ...migrationProblems(manifest, migrations),
  ];
  if (problems.length > 0)
    throw new ProjectError(
      `${file} cannot be restored into this project:\n${problems.map((one) => `  ${one}`).join('\n')}`,
    );
  // The checksums are correct, so the archive was written like this.
  if (damage !== undefined) throw damage instanceof ProjectError ? damage : damagedDatabase(file, damage);
  return { manifest, target };
}

const damagedDatabase = (file: string, cause: unknown): ProjectError =>
  new ProjectError(`The database in ${file} is damaged. Nothing was changed.`, { cause });

function databaseProblems(
  { database }: BackupManifest,
  target: DatabaseState,
  { tablePrefix }: AppConfig,
): readonly string[] {
  if (database.product !== target.product)
    return [
      `It contains a ${database.product} database, but this project uses ${target.product}. Restore it into ${database.product}. To move content to another database system, export it with \`cms generate-fixtures\`.`,
    ];
  return [
    ...(database.tablePrefix === tablePrefix
      ? []
      : [
          `Its table prefix is "${database.tablePrefix}", but table_prefix is "${tablePrefix}". Set table_prefix to the prefix of the archive.`,
        ]),
    ...(database.schema === target.schema
      ? []
      : [
          `Its tables are in schema "${database.schema ?? ''}", but this project uses schema "${target.schema ?? ''}".`,
        ]),
  ];
}

function filesystemProblems({ filesystems }: BackupManifest, config: AppConfig): readonly string[] {
  return filesystems
    .filter((name) => !Object.hasOwn(config.filesystems, name))
    .map(
      (name) =>
        `It contains files of filesystem "${name}", which is not configured. Add it to "filesystems".`,
    );
}

/** Returns problems with the migrations. A database of newer code cannot be restored with this code. */
function migrationProblems({ migrations }: BackupManifest, known: readonly Migration[]): readonly string[] {
  const names = new Set(
    known.flatMap(({ id, replaces = [] }) => [id, ...allReplaced(replaces).map((each) => each.id)]),
  );
  const unknown = migrations.filter((id) => !names.has(id));
  return unknown.length === 0
    ? []
    : [
        `It has migrations that are not in generated/migrations: ${unknown.join(', ')}. Restore it with the same code or newer code.`,
      ];
}

export interface RestoreBackupOptions {
  readonly file: string;
  readonly config: AppConfig;
  readonly checked: CheckedBackup;
  readonly signal: AbortSignal;
  /** Reports the current step. */
  progress(text: string): void;
}

/**
 * Restores the files, then the database. References follow their files, so an interrupted restore leaves at
 * worst unreferenced files. Returns the number of files.
 */
export async function restoreBackup(options: RestoreBackupOptions): Promise<number> {
  const { file, config, checked, signal, progress } = options;
  const folder = await mkdtemp(join(tmpdir(), 'cms-restore-'));
  try {
    const copies = await openCopies(config);
    await copies.assertUnused();
    const files = await restoreFiles(file, { ...options, folder });
    progress('database ...');
    for await (const { name, content } of readArchive(file)) {
      if (name !== checked.manifest.database.entry) continue;
      await copies.restore({ content: Readable.from(content), folder, found: checked.target, signal });
      break;
    }
    return files;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Deletes records of files that were being deleted at the time of the backup. They are not referenced and not
 * in the archive.
 */
export async function forgetRemovedFiles(app: App): Promise<void> {
  for (const check of app.get(UPLOADS).consistency) await check.repair?.();
}
