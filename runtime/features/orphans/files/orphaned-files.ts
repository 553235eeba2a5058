import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { createLimiter } from '../../../kernel/util/async/limiter.js';
import { baseName, isServiceName, type StoredFile, type Uploads } from '../../uploads/public-api.js';
import type { ReportStore } from '../report-store.js';
import { groupBy } from '../../../kernel/util/group-by.js';
import type { FilePlaces } from './file-places.js';
import { createFileScan, type FileLists, type FileScanDeps, type ScanOptions } from './scan.js';

/** A path with the filesystems on which it is orphaned. */
type OrphanedPath = readonly [path: string, adapters: readonly string[]];

interface Removal {
  readonly deleted: readonly StoredFile[];
  /** Paths that could not be deleted completely. */
  readonly failed: readonly string[];
  /** Paths that are kept because a record references them now. */
  readonly held: readonly string[];
}

interface RemovalDeps {
  readonly uploads: Pick<Uploads, 'files' | 'find'>;
  readonly places: FilePlaces;
  readonly log: Logger;
}

interface RemovedPath {
  readonly path: string;
  readonly gone: readonly StoredFile[];
  readonly isAll: boolean;
  readonly needsInfo: boolean;
}

const AT_ONCE = 8;

/** A stored report. */
export interface FilesReport extends FileLists {
  readonly generatedAt: Date;
}

/**
 * `unknown`: the file was not created by this service. `not_orphaned`: the file exists but is in neither
 * list.
 */
export interface RejectedPath {
  readonly path: string;
  readonly reason: 'unknown' | 'not_orphaned' | 'not_found' | 'delete_failed';
}

export interface DeletedFiles {
  readonly deleted: readonly StoredFile[];
  readonly rejected: readonly RejectedPath[];
}

/** The report of unreferenced files, and their deletion. */
export interface OrphanedFiles {
  /** Runs a scan and replaces the stored report. */
  scan(options?: ScanOptions): Promise<FilesReport>;
  /** Returns the latest report, or undefined before the first scan. */
  report(): Promise<FilesReport | undefined>;
  /**
   * Runs a new scan and deletes all or some of its orphans on every filesystem. The stored report then lists
   * what remains.
   */
  remove(selection: 'all' | readonly string[]): Promise<DeletedFiles>;
}

export interface OrphanedFilesDeps extends FileScanDeps {
  readonly store: Pick<ReportStore, 'read' | 'generatedAt' | 'replaceUnchanged' | 'refresh'>;
  readonly log: Logger;
}

/** Number of paths deleted in parallel. */
const BATCH = 100;

export function createOrphanedFiles(deps: OrphanedFilesDeps): OrphanedFiles {
  const { uploads, places, store, clock } = deps;
  const scanFiles = createFileScan(deps);
  const removeBatch = createRemoval(deps);

  const scan = (options?: ScanOptions): Promise<FilesReport> =>
    store.refresh('files', async () => ({ ...(await scanFiles(options)), generatedAt: clock.now() }), {
      signal: options?.signal,
      contentOf: printLists,
    });

  async function reasonFor(path: string, unknown: ReadonlySet<string>): Promise<RejectedPath['reason']> {
    if (unknown.has(path)) return 'unknown';
    const found = await uploads.find(places.adapters.map((adapter) => ({ adapter, path })));
    return found.some((facts) => facts !== undefined) ? 'not_orphaned' : 'not_found';
  }

  async function rejections(paths: readonly string[], lists: FileLists): Promise<RejectedPath[]> {
    const unknown = new Set(lists.unknownFiles.map(({ path }) => path));
    return Promise.all(paths.map(async (path) => ({ path, reason: await reasonFor(path, unknown) })));
  }

  return {
    scan,
    async report() {
      const stored = await store.read('files');
      if (stored === undefined) return undefined;
      // The content was stored by `scan` or `remove`. Reports of earlier releases have no `invalidFiles`.
      const lists = stored.content as unknown as Omit<FileLists, 'invalidFiles'>;
      return { invalidFiles: [], ...lists, generatedAt: stored.generatedAt };
    },
    async remove(selection) {
      const before = await store.generatedAt('files');
      const lists = await scanFiles();
      const orphaned = groupBy(
        lists.orphanedFiles,
        ({ path }) => path,
        ({ adapter }) => adapter,
      );
      const paths = selection === 'all' ? new Set(orphaned.keys()) : new Set(selection);
      const chosen = [...orphaned].filter(([path]) => paths.has(path));
      const rejected = await rejections(
        [...paths].filter((path) => !orphaned.has(path)),
        lists,
      );
      const deleted: StoredFile[] = [];
      const held = new Set<string>();
      for (let start = 0; start < chosen.length; start += BATCH) {
        const done = await removeBatch(chosen.slice(start, start + BATCH));
        deleted.push(...done.deleted);
        for (const path of done.held) held.add(path);
        rejected.push(...done.failed.map((path) => ({ path, reason: 'delete_failed' as const })));
        if (selection !== 'all')
          rejected.push(...done.held.map((path) => ({ path, reason: 'not_orphaned' as const })));
      }
      const gone = new Set(deleted.map(keyOf));
      const isLeft = (file: StoredFile): boolean => !gone.has(keyOf(file)) && !held.has(file.path);
      const content = printLists({ ...lists, orphanedFiles: lists.orphanedFiles.filter(isLeft) });
      if (!(await store.replaceUnchanged('files', { generatedAt: clock.now(), content }, before)))
        await scan();
      return { deleted, rejected };
    },
  };
}

/** Converts the lists of a report to JSON. */
export function printLists({
  orphanedFiles,
  unknownFiles,
  missingFiles,
  invalidFiles,
}: FileLists): JsonObject {
  return {
    orphanedFiles: orphanedFiles.map((file) => ({ ...file })),
    unknownFiles: unknownFiles.map((file) => ({ ...file })),
    missingFiles: missingFiles.map((file) => ({ ...file })),
    invalidFiles: invalidFiles.map((file) => ({ ...file, violations: [...file.violations] })),
  };
}

const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;

/**
 * Creates the removal of orphaned files with their variants and info rows. One more statement checks that
 * they are still unreferenced.
 */
function createRemoval({
  uploads,
  places,
  log,
}: RemovalDeps): (batch: readonly OrphanedPath[]) => Promise<Removal> {
  const { files } = uploads;
  const limited = createLimiter(AT_ONCE);

  /**
   * Returns whether the info row must be kept. It may be the only proof that this service wrote the copies
   * that remain on other filesystems.
   */
  async function needsInfo(path: string, removedFrom: readonly string[]): Promise<boolean> {
    if (isServiceName(baseName(path))) return false;
    const others = places.adapters.filter((adapter) => !removedFrom.includes(adapter));
    try {
      const found = await uploads.find(others.map((adapter) => ({ adapter, path })));
      return found.some((facts) => facts !== undefined);
    } catch (err) {
      log.error({ msg: 'failed to look for copies of a deleted file in other filesystems', path, err });
      return true;
    }
  }

  /** Deletes a path on all its filesystems. */
  async function removePath([path, adapters]: OrphanedPath): Promise<RemovedPath> {
    const gone: StoredFile[] = [];
    for (const adapter of adapters) {
      try {
        await files.removeFile({ adapter, path });
        gone.push({ adapter, path });
      } catch (err) {
        log.error({ msg: 'failed to delete an orphaned file', adapter, path, err });
      }
    }
    const isAll = gone.length === adapters.length;
    return { path, gone, isAll, needsInfo: !isAll || (await needsInfo(path, adapters)) };
  }

  const namesOf = ([path, adapters]: OrphanedPath): readonly string[] =>
    adapters.flatMap((adapter) => places.namesOf(adapter, path));

  return async (batch) => {
    const referenced = await files.referenced(batch.flatMap(namesOf));
    const isHeld = (each: OrphanedPath): boolean => namesOf(each).some((name) => referenced.has(name));
    const removed = await Promise.all(
      batch.filter((each) => !isHeld(each)).map((each) => limited(() => removePath(each))),
    );
    await files.removeInfo(removed.filter((each) => !each.needsInfo).map(({ path }) => path));
    return {
      deleted: removed.flatMap(({ gone }) => gone),
      failed: removed.filter(({ isAll }) => !isAll).map(({ path }) => path),
      held: batch.filter(isHeld).map(([path]) => path),
    };
  };
}
