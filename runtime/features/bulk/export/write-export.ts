import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject, JsonValue } from '../../../kernel/contract/json.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { StoredRecord } from '../../../kernel/contract/records/record.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { stampedTable } from '../../../kernel/records/stored-members.js';
import { BulkError } from '../model/bulk-error.js';
import { CREATED, encodeValue, KEY, printLine } from '../format/line.js';
import { openLineWriter } from '../format/line-writer.js';
import { type FolderManifest, MANIFEST, parseManifest, printManifest } from '../format/manifest.js';
import type { TransferredType } from '../format/transferred.js';
import { createCopyFiles, type CopyFiles, type CopyFilesDeps } from './copy-files.js';
import { idsOf } from './ids-of.js';

export interface WriteExportDeps extends Pick<Kernel, 'database' | 'reader'>, Pick<CopyFilesDeps, 'stores'> {
  readonly onProgress: (records: number) => void;
}

export interface ExportOptions {
  readonly folder: string;
  readonly types: readonly TransferredType[];
  /** Exports only records changed since this time. Types without a modification date are omitted. */
  readonly since?: Date | undefined;
}

/**
 * Exports records as JSON Lines, one file per type, in a consistent snapshot, and copies their files. Memory usage does
 * not depend on the number of records. An earlier export is replaced after all files are written.
 * @throws BulkError if the folder contains other files
 */
export async function writeExport(options: ExportOptions, deps: WriteExportDeps): Promise<FolderManifest> {
  const earlier = await earlierTypes(options.folder);
  await mkdir(options.folder, { recursive: true });
  const temporary = await mkdtemp(join(options.folder, '.writing-'));
  try {
    const copyFiles = createCopyFiles({ ...deps, folder: options.folder });
    const manifest = await deps.database.patiently((patient) =>
      patient.snapshot((session) => writeTypes(options, { ...deps, session, copyFiles, temporary })),
    );
    const { types } = manifest;
    for (const name of Object.keys(types))
      await rename(fileIn(temporary, name), fileIn(options.folder, name));
    for (const name of earlier)
      if (types[name] === undefined) await rm(fileIn(options.folder, name), { force: true });
    await writeFile(join(temporary, MANIFEST), printManifest(manifest));
    await rename(join(temporary, MANIFEST), join(options.folder, MANIFEST));
    await copyFiles.removeOthers();
    return manifest;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

const fileIn = (folder: string, type: string): string => join(folder, `${type}.jsonl`);

/**
 * Returns the types of an earlier export in the folder.
 * @throws BulkError if the folder contains other files
 */
async function earlierTypes(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  // Ignores hidden entries, such as a Git repository or the remains of an aborted export.
  const others = names.filter((name) => !name.startsWith('.'));
  if (others.length === 0) return [];
  const manifest = others.includes(MANIFEST)
    ? parseManifest(await readFile(join(folder, MANIFEST), 'utf8'))
    : 'It has no manifest.';
  if (typeof manifest === 'string' || manifest.source !== null)
    throw new BulkError(
      `${folder} contains files that are not an export of this site. Choose an empty folder.`,
    );
  return Object.keys(manifest.types);
}

interface WriteDeps extends WriteExportDeps {
  readonly session: SqlSession;
  readonly copyFiles: CopyFiles;
  readonly temporary: string;
}

async function writeTypes({ types, since }: ExportOptions, deps: WriteDeps): Promise<FolderManifest> {
  const written: Record<string, FolderManifest['types'][string]> = {};
  let total = 0;
  for (const type of types) {
    const { name } = type.resource;
    const records = await writeType(type, since, {
      ...deps,
      onProgress: (some) => deps.onProgress(total + some),
    });
    if (records === undefined) continue;
    total += records;
    if (records > 0) written[name] = { records, isComplete: since === undefined };
    else await rm(fileIn(deps.temporary, name), { force: true });
  }
  return { source: null, types: written };
}

/** Returns the number of records, or undefined if the type has no dates and only changes are exported. */
async function writeType(
  type: TransferredType,
  since: Date | undefined,
  deps: WriteDeps,
): Promise<number | undefined> {
  const { resource } = type;
  const { session, reader } = deps;
  const stamped = stampedTable(resource);
  if (since !== undefined && stamped === null) return undefined;
  const column = `${stamped === resource.baseTable && stamped !== null ? 'b' : 't'}.modified_at`;
  const changed = since && { column, moment: session.dialect.encode('datetime', since) as string | number };
  const file = await openLineWriter(fileIn(deps.temporary, resource.name));
  let records = 0;
  try {
    for await (const rows of idsOf(resource, session, changed)) {
      const dates = new Map(rows.map(({ id, created_at }) => [id, created_at]));
      const found = await reader.findMany(
        session,
        resource.name,
        rows.map(({ id }) => id),
      );
      const files = await deps.copyFiles(type, found, session);
      for (const record of found) {
        const created = session.dialect.decode('datetime', (dates.get(record.id) ?? null) as never);
        await file.write(printLine(lineOf(record, { type, created, files: files.get(record.id) ?? {} })));
      }
      deps.onProgress((records += found.length));
    }
    await file.end();
  } finally {
    await file.close();
  }
  return records;
}

function lineOf(
  { id, values }: StoredRecord,
  {
    type,
    created,
    files,
  }: {
    readonly type: TransferredType;
    readonly created: unknown;
    readonly files: Readonly<Record<string, JsonValue>>;
  },
): JsonObject {
  const members = type.fields.map((field): [string, JsonValue] => [
    field.name,
    field.kind === 'upload' ? (files[field.name] ?? null) : encodeValue(field, values[field.name]),
  ]);
  return {
    [KEY]: id,
    ...(created instanceof Date && { [CREATED]: created.toISOString() }),
    ...Object.fromEntries(members),
  };
}
