import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import type { StoredFile } from '../../uploads/door.js';
import type { ReportStore } from '../report-store.js';
import { createRemoval } from './removal.js';
import { createFileScan, type FileLists, type FileScanDeps, type ScanOptions } from './scan.js';

/** A report as it is stored and answered. */
export interface FilesReport extends FileLists {
  readonly generatedAt: Date;
}

/** `unknown`: nothing shows that this service has written it; `not_orphaned`: it is there, and in neither list. */
export interface RejectedPath {
  readonly path: string;
  readonly reason: 'unknown' | 'not_orphaned' | 'not_found' | 'delete_failed';
}

export interface DeletedFiles {
  readonly deleted: readonly StoredFile[];
  readonly rejected: readonly RejectedPath[];
}

/** Files that no row holds: the report of them, and their deletion. */
export interface OrphanedFiles {
  /** Scans, and stores the report in the place of the one before. */
  scan(options?: ScanOptions): Promise<FilesReport>;
  /** The latest report; undefined before the first scan. */
  report(): Promise<FilesReport | undefined>;
  /** Deletes what a fresh scan finds orphaned, all of it or some paths, on every filesystem; the report is what is left of it. */
  remove(selection: 'all' | readonly string[]): Promise<DeletedFiles>;
}

export interface OrphanedFilesDeps extends FileScanDeps {
  readonly store: Pick<ReportStore, 'read' | 'generatedAt' | 'replaceUnchanged' | 'refresh'>;
  readonly log: Logger;
}

/** Paths that go together. */
const BATCH = 100;

export function createOrphanedFiles(deps: OrphanedFilesDeps): OrphanedFiles {
  const { uploads, places, store, clock } = deps;
  const scanFiles = createFileScan(deps);
  const removeBatch = createRemoval(deps);

  const scan = (options?: ScanOptions): Promise<FilesReport> =>
    store.refresh('files', async () => ({ ...(await scanFiles(options)), generatedAt: clock.now() }), {
      signal: options?.signal,
      contentOf,
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
      // It was stored by `scan` or `remove`, by an earlier release perhaps, which judged no files that rows hold.
      const lists = stored.content as unknown as Omit<FileLists, 'invalidFiles'>;
      return { invalidFiles: [], ...lists, generatedAt: stored.generatedAt };
    },
    async remove(selection) {
      const before = await store.generatedAt('files');
      const lists = await scanFiles();
      const orphaned = adaptersByPath(lists.orphanedFiles);
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
      const content = contentOf({ ...lists, orphanedFiles: lists.orphanedFiles.filter(isLeft) });
      if (!(await store.replaceUnchanged('files', { generatedAt: clock.now(), content }, before)))
        await scan();
      return { deleted, rejected };
    },
  };
}

function contentOf({ orphanedFiles, unknownFiles, missingFiles, invalidFiles }: FileLists): JsonObject {
  return {
    orphanedFiles: orphanedFiles.map((file) => ({ ...file })),
    unknownFiles: unknownFiles.map((file) => ({ ...file })),
    missingFiles: missingFiles.map((file) => ({ ...file })),
    invalidFiles: invalidFiles.map((file) => ({ ...file, violations: [...file.violations] })),
  };
}

const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;

function adaptersByPath(files: readonly StoredFile[]): ReadonlyMap<string, readonly string[]> {
  const adapters = new Map<string, string[]>();
  for (const { adapter, path } of files) adapters.set(path, [...(adapters.get(path) ?? []), adapter]);
  return adapters;
}
