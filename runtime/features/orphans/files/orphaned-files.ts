import type { JsonObject } from '../../../kernel/contract/json.js';
import type { Logger } from '../../../kernel/ports/logger.js';
import { createLimiter } from '../../../kernel/util/limiter.js';
import type { StoredFile } from '../../uploads/feature.js';
import type { ReportStore } from '../report-store.js';
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
  remove(wanted: 'all' | readonly string[]): Promise<DeletedFiles>;
}

export interface OrphanedFilesDeps extends FileScanDeps {
  readonly store: Pick<ReportStore, 'read' | 'generatedAt' | 'replaceUnchanged' | 'refresh'>;
  readonly log: Logger;
}

/** Paths whose rows are looked for again right before they go, with one statement. */
const BATCH = 100;
const AT_ONCE = 8;

export function createOrphanedFiles(deps: OrphanedFilesDeps): OrphanedFiles {
  const { uploads, places, store, clock, log } = deps;
  const { files } = uploads;
  const scanFiles = createFileScan(deps);
  const limited = createLimiter(AT_ONCE);

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
    const rejected: RejectedPath[] = [];
    for (const path of paths) rejected.push({ path, reason: await reasonFor(path, unknown) });
    return rejected;
  }

  /** One path on all its filesystems; those where it is gone now, and whether these are all. */
  async function removePath(
    path: string,
    adapters: readonly string[],
  ): Promise<{ readonly path: string; readonly gone: readonly StoredFile[]; readonly isAll: boolean }> {
    const gone: StoredFile[] = [];
    for (const adapter of adapters) {
      try {
        await files.removeFile({ adapter, path });
        gone.push({ adapter, path });
      } catch (err) {
        log.error({ msg: 'an orphaned file could not be removed', adapter, path, err });
      }
    }
    return { path, gone, isAll: gone.length === adapters.length };
  }

  /** The rows go when the file is gone everywhere: they may be all that shows of what is left who has written it. */
  async function removeBatch(batch: readonly (readonly [string, readonly string[]])[]): Promise<{
    readonly deleted: readonly StoredFile[];
    readonly failed: readonly string[];
    readonly held: readonly string[];
  }> {
    const namesOf = ([path, adapters]: (typeof batch)[number]): readonly string[] =>
      adapters.flatMap((adapter) => places.namesOf(adapter, path));
    const referenced = await files.referenced(batch.flatMap(namesOf));
    const isHeld = (each: (typeof batch)[number]): boolean =>
      namesOf(each).some((name) => referenced.has(name));
    const removed = await Promise.all(
      batch
        .filter((each) => !isHeld(each))
        .map(([path, adapters]) => limited(() => removePath(path, adapters))),
    );
    await files.removeInfo(removed.filter(({ isAll }) => isAll).map(({ path }) => path));
    return {
      deleted: removed.flatMap(({ gone }) => gone),
      failed: removed.filter(({ isAll }) => !isAll).map(({ path }) => path),
      held: batch.filter(isHeld).map(([path]) => path),
    };
  }

  return {
    scan,
    async report() {
      const stored = await store.read('files');
      // It was stored by `scan` or `remove`.
      return stored && { ...(stored.content as unknown as FileLists), generatedAt: stored.generatedAt };
    },
    async remove(wanted) {
      const before = await store.generatedAt('files');
      const lists = await scanFiles();
      const orphaned = adaptersByPath(lists.orphanedFiles);
      const paths = wanted === 'all' ? new Set(orphaned.keys()) : new Set(wanted);
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
        if (wanted !== 'all')
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

function contentOf({ orphanedFiles, unknownFiles, missingFiles }: FileLists): JsonObject {
  return {
    orphanedFiles: orphanedFiles.map((file) => ({ ...file })),
    unknownFiles: unknownFiles.map((file) => ({ ...file })),
    missingFiles: missingFiles.map((file) => ({ ...file })),
  };
}

const keyOf = ({ adapter, path }: StoredFile): string => `${adapter}:${path}`;

function adaptersByPath(files: readonly StoredFile[]): ReadonlyMap<string, readonly string[]> {
  const adapters = new Map<string, string[]>();
  for (const { adapter, path } of files) adapters.set(path, [...(adapters.get(path) ?? []), adapter]);
  return adapters;
}
