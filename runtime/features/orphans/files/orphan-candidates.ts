import type { Clock } from '../../../kernel/ports/clock.js';
import type { ListedFile } from '../../../kernel/ports/file-storage.js';
import type { Uploads, UploadsConfig } from '../../uploads/public-api.js';
import type { FilePlaces } from './file-places.js';
import type { PathSet } from './path-set.js';
import type { TextSet } from './text-set.js';

/** Files that are in use. */
export interface RetainedFiles {
  /** Paths that records referenced when the scan began, marked by the adapters that list them. */
  readonly held: PathSet;
  /** Identities of files that a record references by one of their paths. All their paths are kept. */
  readonly identities: TextSet;
}

/** A possible orphan: unreferenced when the scan began, and older than the grace period. */
export type OrphanCandidate = Pick<ListedFile, 'path' | 'identity'>;

export interface CandidatesDeps {
  readonly uploads: Pick<Uploads, 'stores' | 'pendingFiles'>;
  readonly places: FilePlaces;
  readonly clock: Clock;
  readonly config: Pick<UploadsConfig, 'orphanedFiles'>;
}

/** Lists the candidates of an adapter lazily and marks the referenced files. */
export type ListCandidates = (
  adapter: string,
  kept: RetainedFiles,
  options: { readonly signal: AbortSignal | undefined; onFile(): void },
) => AsyncGenerator<OrphanCandidate>;

export function createListCandidates({ uploads, places, clock, config }: CandidatesDeps): ListCandidates {
  const { stores, pendingFiles } = uploads;

  function isOfInterest({ path, modifiedAt }: ListedFile, names: readonly string[], now: Date): boolean {
    const { minimumAge } = config.orphanedFiles;
    const isYoung = minimumAge > 0 && now.getTime() - modifiedAt.getTime() < minimumAge * 1000;
    return !isYoung && !places.isSkipped(path) && !names.some((name) => pendingFiles.hasPath(name));
  }

  return async function* (adapter, { held, identities }, { signal, onFile }) {
    const now = clock.now();
    for (const prefix of places.prefixesOf(adapter)) {
      for await (const file of stores.get(adapter).list(prefix)) {
        signal?.throwIfAborted();
        onFile();
        held.mark(file.path, adapter);
        const names = places.namesOf(adapter, file.path);
        const isHeld = names.some((name) => held.has(name));
        if (!isHeld && places.isElsewhere(adapter, file.path)) continue;
        if (!isHeld && isOfInterest(file, names, now)) yield file;
        else if (file.identity !== undefined) identities.add(file.identity);
      }
    }
  };
}
