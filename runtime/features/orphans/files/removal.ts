import type { Logger } from '../../../kernel/ports/logger.js';
import { createLimiter } from '../../../kernel/util/limiter.js';
import { baseName, isServiceName, type StoredFile, type Uploads } from '../../uploads/door.js';
import type { FilePlaces } from './file-places.js';

/** A path with the filesystems where it is orphaned. */
export type OrphanedPath = readonly [path: string, adapters: readonly string[]];

export interface Removal {
  readonly deleted: readonly StoredFile[];
  /** Paths of which something could not be removed. */
  readonly failed: readonly string[];
  /** Paths that rows hold by now, which stay. */
  readonly held: readonly string[];
}

export interface RemovalDeps {
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

/** Removes some orphaned files, with variants and info rows; their rows are looked for once more, with one statement. */
export function createRemoval({
  uploads,
  places,
  log,
}: RemovalDeps): (batch: readonly OrphanedPath[]) => Promise<Removal> {
  const { files } = uploads;
  const limited = createLimiter(AT_ONCE);

  /** Whether a row may be all that shows of what is left elsewhere, too young to be orphaned for example, who has written it. */
  async function needsInfo(path: string, removedFrom: readonly string[]): Promise<boolean> {
    if (isServiceName(baseName(path))) return false;
    const others = places.adapters.filter((adapter) => !removedFrom.includes(adapter));
    try {
      const found = await uploads.find(others.map((adapter) => ({ adapter, path })));
      return found.some((facts) => facts !== undefined);
    } catch (err) {
      log.error({ msg: 'other files of the path of a removed one could not be looked for', path, err });
      return true;
    }
  }

  /** Removes a path from all its filesystems. */
  async function removePath([path, adapters]: OrphanedPath): Promise<RemovedPath> {
    const gone: StoredFile[] = [];
    for (const adapter of adapters) {
      try {
        await files.removeFile({ adapter, path });
        gone.push({ adapter, path });
      } catch (err) {
        log.error({ msg: 'an orphaned file could not be removed', adapter, path, err });
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
