import { packageVersion } from '../../kernel/util/packages/package-root.js';
import { ProjectError } from '../../project/project-error.js';
import type { DatabaseState } from '../../adapters/persistence/copies/database-copies.js';

/** Name of the first entry. */
export const MANIFEST_NAME = 'manifest.json';
/** Entry that lists all files of the archive, one per line. */
export const FILE_LIST_NAME = 'files.jsonl';
/** Folder of the files, with one folder per filesystem. */
export const FILES_FOLDER = 'files/';

/** Format version; increase it when older archives can no longer be restored. */
const FORMAT = 1;

/** Contents of an archive, from its first entry. */
export interface BackupManifest {
  readonly format: number;
  /** Package version. */
  readonly version: string;
  readonly madeAt: string;
  readonly database: Pick<DatabaseState, 'product' | 'version' | 'schema'> & {
    readonly tablePrefix: string;
    /** Name of the entry with the database. */
    readonly entry: string;
  };
  /** Ids of the migrations applied to the database. */
  readonly migrations: readonly string[];
  /** Included filesystems. */
  readonly filesystems: readonly string[];
  /** Excluded filesystems. */
  readonly leftOut: readonly string[];
}

export function buildManifest(of: Omit<BackupManifest, 'format' | 'version'>): BackupManifest {
  return { format: FORMAT, version: packageVersion(), ...of };
}

/** Parses the first entry. @throws ProjectError if it is not a manifest, or is from a newer release */
export function parseManifest(file: string, text: string): BackupManifest {
  const manifest = readJson(text) as Partial<BackupManifest> | undefined;
  if (typeof manifest !== 'object' || manifest === null || typeof manifest.format !== 'number')
    throw new ProjectError(`${file} is not an archive of \`cms backup\`: it does not start with a manifest.`);
  if (manifest.format !== FORMAT)
    throw new ProjectError(
      `${file} has format ${manifest.format}, but this release (${packageVersion()}) reads format ${FORMAT}. Restore it with release ${manifest.version} or newer.`,
    );
  if (!isWhole(manifest))
    throw new ProjectError(`${file} is not an archive of \`cms backup\`: its manifest is incomplete.`);
  return manifest;
}

/** Returns whether all members written by `buildManifest` are present. */
function isWhole(manifest: Partial<BackupManifest>): manifest is BackupManifest {
  const { database, migrations, filesystems, leftOut, madeAt } = manifest;
  const texts: readonly unknown[] = [database?.product, database?.tablePrefix, database?.entry, madeAt];
  return (
    texts.every((text) => typeof text === 'string') &&
    [migrations, filesystems, leftOut].every(
      (list: unknown) => Array.isArray(list) && list.every((each) => typeof each === 'string'),
    )
  );
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
