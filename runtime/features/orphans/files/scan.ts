import type { AppConfig } from '../../../config/app-config.js';
import type { Database } from '../../../kernel/contract/database.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { ListedFile } from '../../../kernel/ports/file-storage.js';
import { baseName, heldPaths, isServiceName, type StoredFile, type Uploads } from '../../uploads/feature.js';
import type { FilePlaces } from './file-places.js';
import { collectPaths, type PathSet } from './path-set.js';

/** A file that a row holds and that is not there. */
export interface MissingFile extends StoredFile {
  /** IRI of the record. */
  readonly resource: string;
}

/** Each in the order of adapters and paths. */
export interface FileLists {
  /** No row holds them, and this service has written them. */
  readonly orphanedFiles: readonly StoredFile[];
  /** No row holds them, and nothing shows that this service has written them. */
  readonly unknownFiles: readonly StoredFile[];
  readonly missingFiles: readonly MissingFile[];
}

export interface FileScanDeps {
  readonly uploads: Pick<Uploads, 'columns' | 'stores' | 'files' | 'areThere' | 'underWay'>;
  readonly places: FilePlaces;
  readonly database: Database;
  readonly iris: Pick<IriConverter, 'item'>;
  readonly clock: Clock;
  readonly config: Pick<AppConfig, 'orphanedFiles'>;
}

/** Ways to follow and to end a scan. */
export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Hears now and then how many files were looked at. */
  onProgress?(files: number): void;
}

/** Files that are asked about with one statement. */
const BATCH = 500;

/**
 * Compares what filesystems have with what rows hold (accounts.md section 12.4). Memory grows with the files that rows hold by nine
 * bytes each, and with what the report lists; listings are read as they come, so not with what the filesystems have.
 */
export function createFileScan(deps: FileScanDeps): (options?: ScanOptions) => Promise<FileLists> {
  const { uploads, places, database, iris, clock, config } = deps;
  const { stores, files, columns } = uploads;

  async function* allHeld(): AsyncGenerator<string> {
    for (const column of columns)
      for await (const rows of heldPaths(database, column)) for (const { path } of rows) yield path;
  }

  function isOfInterest(adapter: string, { path, modifiedAt }: ListedFile, now: Date): boolean {
    const { minimumAge } = config.orphanedFiles;
    const isYoung = minimumAge > 0 && now.getTime() - modifiedAt.getTime() < minimumAge * 1000;
    if (isYoung || places.isSkipped(adapter, path)) return false;
    return !places.namesOf(adapter, path).some((name) => uploads.underWay.hasPath(name));
  }

  /** Sorts files that no row held a moment ago into the lists. */
  async function judge(
    adapter: string,
    paths: readonly string[],
    lists: { readonly orphaned: StoredFile[]; readonly unknown: StoredFile[] },
  ): Promise<void> {
    const names = paths.flatMap((path) => places.namesOf(adapter, path));
    const held = await files.referenced(names);
    const unnamed = paths.filter((path) => !isServiceName(baseName(path)));
    const described = await files.described(unnamed);
    for (const path of paths) {
      if (places.namesOf(adapter, path).some((name) => held.has(name))) continue;
      const isOurs = isServiceName(baseName(path)) || described.has(path);
      (isOurs ? lists.orphaned : lists.unknown).push({ adapter, path });
    }
  }

  async function* strangers(
    adapter: string,
    held: PathSet,
    { signal, onFile }: { readonly signal: AbortSignal | undefined; onFile(): void },
  ): AsyncGenerator<string> {
    const now = clock.now();
    for (const prefix of places.prefixesOf(adapter)) {
      for await (const file of stores.get(adapter).list(prefix)) {
        signal?.throwIfAborted();
        onFile();
        held.mark(file.path, adapter);
        const isHeld = places.namesOf(adapter, file.path).some((name) => held.has(name));
        if (!isHeld && isOfInterest(adapter, file, now)) yield file.path;
      }
    }
  }

  /** What a row holds and no listing had is asked for by itself: it may be outside of what is listed, or new. */
  async function missing(held: PathSet): Promise<MissingFile[]> {
    const found: MissingFile[] = [];
    for (const column of columns) {
      const { adapter, resource } = column;
      for await (const rows of heldPaths(database, column)) {
        const unseen = rows.filter(({ path }) => !held.hasMark(path, adapter));
        const areThere = await uploads.areThere(unseen.map(({ path }) => ({ adapter, path })));
        for (const [index, { id, path }] of unseen.entries())
          if (areThere[index] !== true) found.push({ resource: iris.item(resource, id), adapter, path });
      }
    }
    return found;
  }

  return async ({ signal, onProgress } = {}) => {
    const held = await collectPaths(allHeld());
    const lists = { orphaned: [] as StoredFile[], unknown: [] as StoredFile[] };
    let seen = 0;
    const onFile = (): void => {
      seen += 1;
      if (seen % BATCH === 0) onProgress?.(seen);
    };
    for (const adapter of places.adapters) {
      let batch: string[] = [];
      for await (const path of strangers(adapter, held, { signal, onFile })) {
        if (batch.push(path) < BATCH) continue;
        await judge(adapter, batch, lists);
        batch = [];
      }
      if (batch.length > 0) await judge(adapter, batch, lists);
    }
    const missingFiles = await missing(held);
    signal?.throwIfAborted();
    return {
      orphanedFiles: lists.orphaned.sort(byPlace),
      unknownFiles: lists.unknown.sort(byPlace),
      missingFiles: missingFiles.sort(byPlace),
    };
  };
}

function byPlace(one: StoredFile & { resource?: string }, other: StoredFile & { resource?: string }): number {
  const key = ({ adapter, path, resource = '' }: typeof one): readonly string[] => [adapter, path, resource];
  const others = key(other);
  for (const [index, part] of key(one).entries()) {
    const against = others[index] ?? '';
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}
