import type { Database } from '../../../kernel/contract/database/database.js';
import type { IriConverter } from '../../../kernel/metadata/iri-converter.js';
import { isStoragePath } from '../../../kernel/ports/file-storage.js';
import {
  baseName,
  referencedPaths,
  isServiceName,
  type StoredFile,
  type Uploads,
} from '../../uploads/public-api.js';
import { collectPaths } from './path-set.js';
import {
  createListCandidates,
  type RetainedFiles,
  type OrphanCandidate,
  type CandidatesDeps,
} from './orphan-candidates.js';
import { createTextSet } from './text-set.js';

/** A referenced file that does not exist. */
export interface MissingFile extends StoredFile {
  /** IRI of the record. */
  readonly resource: string;
}

/** A referenced file that violates the current rules of its field. */
export interface InvalidFile extends StoredFile {
  /** IRI of the record. */
  readonly resource: string;
  readonly field: string;
  /** Violation messages. */
  readonly violations: readonly string[];
}

/** Lists of a scan, each sorted by adapter and path. */
export interface FileLists {
  /** Unreferenced files that were written by this service. */
  readonly orphanedFiles: readonly StoredFile[];
  /** Unreferenced files of unknown origin. */
  readonly unknownFiles: readonly StoredFile[];
  readonly missingFiles: readonly MissingFile[];
  readonly invalidFiles: readonly InvalidFile[];
}

export interface FileScanDeps extends CandidatesDeps {
  readonly uploads: Pick<
    Uploads,
    'columns' | 'retained' | 'stores' | 'files' | 'find' | 'findInvalid' | 'pendingFiles'
  >;
  readonly database: Database;
  readonly iris: Pick<IriConverter, 'item'>;
}

/** Options of a scan. */
export interface ScanOptions {
  readonly signal?: AbortSignal;
  /** Called from time to time with the number of scanned files. */
  onProgress?(files: number): void;
}

/** Number of files per statement. */
const BATCH = 500;

/** A file that was unreferenced when it was checked. */
type Unheld = OrphanCandidate & StoredFile;

interface HeldLists {
  readonly missing: MissingFile[];
  readonly invalid: InvalidFile[];
}

interface UnheldLists {
  readonly orphaned: Unheld[];
  readonly unknown: Unheld[];
}

/**
 * Compares the files of all filesystems with the references in the database (accounts.md section 12.4).
 * Listings are streamed. Memory grows by nine bytes for each referenced file, or eight in local folders, plus
 * the size of the report.
 */
export function createFileScan(deps: FileScanDeps): (options?: ScanOptions) => Promise<FileLists> {
  const { uploads, places, database, iris } = deps;
  const { files, columns } = uploads;
  const listCandidates = createListCandidates(deps);

  async function* allHeld(): AsyncGenerator<string> {
    for (const column of columns)
      for await (const rows of referencedPaths(database, column)) for (const { path } of rows) yield path;
    for await (const files of uploads.retained.all(database)) for (const { path } of files) yield path;
  }

  /** Sorts candidates into orphaned and unknown files. Drops those that are referenced now. */
  async function classify(
    adapter: string,
    candidates: readonly OrphanCandidate[],
    { lists, identities }: { readonly lists: UnheldLists } & Pick<RetainedFiles, 'identities'>,
  ): Promise<void> {
    const names = candidates.flatMap(({ path }) => places.namesOf(adapter, path));
    const held = await files.referenced(names);
    const unnamed = candidates.map(({ path }) => path).filter((path) => !isServiceName(baseName(path)));
    const described = await files.described(unnamed);
    for (const { path, identity } of candidates) {
      if (places.namesOf(adapter, path).some((name) => held.has(name))) {
        if (identity !== undefined) identities.add(identity);
        continue;
      }
      // This service never writes any other path, and cannot delete it.
      const isOurs = isStoragePath(path) && (isServiceName(baseName(path)) || described.has(path));
      (isOurs ? lists.orphaned : lists.unknown).push({ adapter, path, ...(identity && { identity }) });
    }
  }

  /**
   * Checks the referenced files. Files that no listing contained are looked up individually: they may be
   * outside the scanned prefixes, behind a link, or new. Existing files are validated against the rules of
   * their field.
   */
  async function checkReferenced({ held, identities }: RetainedFiles): Promise<HeldLists> {
    const found: HeldLists = { missing: [], invalid: [] };
    for (const column of columns) {
      const { adapter, resource, name: field } = column;
      for await (const rows of referencedPaths(database, column)) {
        const unseen = rows.filter(({ path }) => !held.hasMark(path, adapter));
        const gone = new Set<string>();
        const facts = await uploads.find(unseen.map(({ path }) => ({ adapter, path })));
        for (const [index, { id, path }] of unseen.entries()) {
          const identity = facts[index]?.identity;
          if (identity !== undefined) identities.add(identity);
          if (facts[index] !== undefined) continue;
          gone.add(path);
          found.missing.push({ resource: iris.item(resource, id), adapter, path });
        }
        const there = rows.filter(({ path }) => !gone.has(path));
        for (const { id, path, violations } of await uploads.findInvalid(column, there))
          found.invalid.push({ resource: iris.item(resource, id), field, adapter, path, violations });
      }
    }
    return found;
  }

  return async ({ signal, onProgress } = {}) => {
    const kept = { held: await collectPaths(allHeld()), identities: createTextSet() };
    const lists: UnheldLists = { orphaned: [], unknown: [] };
    let seen = 0;
    const onFile = (): void => {
      seen += 1;
      if (seen % BATCH === 0) onProgress?.(seen);
    };
    for (const adapter of places.adapters) {
      let batch: OrphanCandidate[] = [];
      for await (const candidate of listCandidates(adapter, kept, { signal, onFile })) {
        if (batch.push(candidate) < BATCH) continue;
        await classify(adapter, batch, { lists, ...kept });
        batch = [];
      }
      if (batch.length > 0) await classify(adapter, batch, { lists, ...kept });
    }
    const { missing, invalid } = await checkReferenced(kept);
    signal?.throwIfAborted();
    /**
     * Drops files that are referenced by another of their paths. Links and shared folders give a file several
     * paths.
     */
    const withoutCached = (unheld: readonly Unheld[]): readonly StoredFile[] =>
      unheld
        .filter(({ identity }) => identity === undefined || !kept.identities.has(identity))
        .map(({ adapter, path }) => ({ adapter, path }))
        .sort(byPlace);
    return {
      orphanedFiles: withoutCached(lists.orphaned),
      unknownFiles: withoutCached(lists.unknown),
      missingFiles: missing.sort(byPlace),
      invalidFiles: invalid.sort(byPlace),
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
