import type { SqlSession } from '../../../kernel/contract/database/database.js';
import type { ResourceDescriptor } from '../../../kernel/contract/schema/resource.js';
import type { Kernel } from '../../../kernel/kernel.js';
import { deleteFileInfo, readFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import { type HeldRemovals, RemovalHeld } from './held-removals.js';
import type { RetainedFiles } from './retained-files.js';
import type { UploadsConfig } from '../settings.js';
import type { StoredFile } from './stored-file.js';
import { type PathColumn, pathColumns, uploadFieldsOf } from '../incoming/upload-fields.js';
import { possibleVariantPaths, variantPath } from '../variants/variant-path.js';

export interface StoredFiles {
  /**
   * Deletes those files, with variants and info rows, that no row (including drafts) references and no feature keeps.
   * Defers the deletion while a backup is running. Never fails: the file scan finds files that could not be deleted.
   */
  removeUnreferenced(files: readonly StoredFile[]): Promise<void>;
  /** Filters whose variants are deleted even without a row. */
  readonly filters: ReadonlySet<string>;
  /** Deletes a file with its variants and info rows, whatever references it. */
  remove(file: StoredFile): Promise<void>;
  /**
   * Deletes the file without its rows, which a file of the same path on another filesystem shares.
   * @throws RemovalHeld while a backup is running
   */
  removeFile(file: StoredFile): Promise<void>;
  removeInfo(paths: readonly string[]): Promise<void>;
  /** Returns those paths that rows (including drafts) reference or a feature keeps, on any filesystem. */
  referenced(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those paths that have info rows. */
  described(paths: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface StoredFilesDeps extends Pick<Kernel, 'database' | 'log'> {
  readonly resources: readonly ResourceDescriptor[];
  readonly stores: FileStores;
  readonly removals: Pick<HeldRemovals, 'areHeld' | 'defer'>;
  readonly retained: Pick<RetainedFiles, 'among'>;
  readonly config: Pick<UploadsConfig, 'imageCachePrefix' | 'imageFilters' | 'extensions'>;
}

export function createStoredFiles(deps: StoredFilesDeps): StoredFiles {
  const { stores, removals, retained, database, config, log } = deps;
  const columns = pathColumns(deps.resources);
  const usualFilters = new Set(deps.resources.flatMap((resource) => possibleFilters(resource, config)));

  async function removeWithVariants({ adapter, path }: StoredFile): Promise<void> {
    const storage = stores.get(adapter);
    const infos = await readFileInfo(database, [path]);
    const filters = new Set([...usualFilters, ...infos.flatMap(({ filter }) => filter ?? [])]);
    const ofRows = infos.flatMap((info) => (info.filter === null ? [] : [{ ...info, filter: info.filter }]));
    const places = new Set([
      ...ofRows.map((info) => variantPath(config.imageCachePrefix, info)),
      ...[...filters].flatMap((filter) => possibleVariantPaths({ path, filter }, config)),
    ]);
    // The file is deleted before its rows and after its variants, so that the file scan finds what remains after a
    // crash.
    for (const place of places) await storage.remove(place);
    await storage.remove(path);
  }

  const removeInfo = (paths: readonly string[]): Promise<void> =>
    database.transaction((session) => deleteFileInfo(session, paths));

  /** Rows are checked before kept files: a feature keeps a file before the row releases it. */
  async function heldPaths(
    requested: readonly PathColumn[],
    paths: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const ofRows = await referencedPaths(database, requested, paths);
    return new Set([...ofRows, ...(await retained.among(database, paths))]);
  }

  async function remove(file: StoredFile): Promise<void> {
    await removeWithVariants(file);
    await removeInfo([file.path]);
  }

  return {
    filters: usualFilters,
    remove,
    async removeFile(file) {
      if (await removals.areHeld())
        throw new RemovalHeld('A backup is under way, and files stay until it is done.');
      await removeWithVariants(file);
    },
    removeInfo,
    referenced: (paths) => heldPaths(columns, paths),
    described: async (paths) => new Set((await readFileInfo(database, paths)).map(({ path }) => path)),
    async removeUnreferenced(files) {
      for (const [adapter, paths] of groupByAdapter(files)) {
        try {
          const ofAdapter = columns.filter((column) => column.adapter === adapter);
          const held = await heldPaths(ofAdapter, paths);
          const unused = paths.filter((path) => !held.has(path)).map((path) => ({ adapter, path }));
          if (unused.length === 0) continue;
          if (await removals.areHeld()) await removals.defer(unused);
          else for (const file of unused) await remove(file);
        } catch (err) {
          log.error({ msg: 'failed to delete unused files', adapter, err });
        }
      }
    },
  };
}

/**
 * Returns the filters of possible variants. A variant without a row is found by its name, and run-time filters can be
 * any.
 */
function possibleFilters(
  resource: ResourceDescriptor,
  { imageFilters, extensions }: StoredFilesDeps['config'],
): readonly string[] {
  if (Object.hasOwn(extensions.imageFilters ?? {}, resource.name)) return Object.keys(imageFilters);
  return uploadFieldsOf(resource).flatMap(({ imagineFilters }) => imagineFilters);
}

function groupByAdapter(files: readonly StoredFile[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, Set<string>>();
  for (const { adapter, path } of files) {
    groups.set(adapter, (groups.get(adapter) ?? new Set()).add(path));
  }
  return new Map([...groups].map(([adapter, paths]) => [adapter, [...paths]]));
}

/** Returns the paths that rows reference, with one statement over indexed columns. */
async function referencedPaths(
  session: SqlSession,
  columns: readonly PathColumn[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const { dialect } = session;
  const selects = columns.map(({ resource, column }) => {
    const expression = `t.${dialect.quote(column)}`;
    return `select ${expression} as path from ${session.table(resource.table)} t where ${dialect.anyOf(expression, 'paths', 'string')}`;
  });
  if (selects.length === 0 || paths.length === 0) return new Set();
  const rows = await session.all<{ path: string }>(selects.join('\nunion all\n'), { paths });
  return new Set(rows.map(({ path }) => path));
}
