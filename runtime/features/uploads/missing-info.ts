import type { UploadsConfig } from './settings.js';
import type { ImageFilterConfig } from './settings.js';
import type { Database } from '../../kernel/contract/database.js';
import type { UploadField } from '../../kernel/contract/resource.js';
import type { Invalidation } from '../../kernel/invalidation/invalidation.js';
import type { Clock } from '../../kernel/ports/clock.js';
import type { FileStorage } from '../../kernel/ports/file-storage.js';
import type { BackgroundWork } from './background-work.js';
import { describeFile } from './describe-file.js';
import { type FileInfo, readFileInfo, writeFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import type { RenderVariant, VariantOutcome } from './image-variants.js';
import { canHaveVariants, readPicture, storeVariants } from './image-variants.js';
import { inPictureTurn } from './sharp.js';
import type { StoredFiles } from './stored-files.js';
import { variantInfos } from './variant-infos.js';
import { createVariantRetries } from './variant-retries.js';

export interface MissingInfo {
  /** Describes a file and makes those of some variants that it lacks, after the request that came upon it. */
  request(field: UploadField, path: string, lacking: LackingInfo): void;
}

/** Paths without an info row. */
export interface LackingInfo {
  readonly isDescribed: boolean;
  readonly filters: readonly string[];
}

interface MissingInfoDeps {
  readonly stores: FileStores;
  readonly files: StoredFiles;
  readonly database: Database;
  /** Answers show what is written of files. */
  readonly invalidation: Pick<Invalidation, 'transaction'>;
  readonly background: BackgroundWork;
  readonly clock: Clock;
  readonly config: Pick<UploadsConfig, 'imageFilters' | 'imageCachePrefix'>;
  readonly render?: RenderVariant;
}

/**
 * Files that came in some other way, filters declared after a file was stored, those chosen at run time, and variants whose
 * making broke off.
 */
export function createMissingInfo(deps: MissingInfoDeps): MissingInfo {
  const { stores, files, database, invalidation, background, config } = deps;
  const retries = createVariantRetries(deps.clock);
  const keyOf = ({ adapter }: UploadField, path: string, filter: string): string =>
    [adapter, path, filter].join(':');

  async function complete(field: UploadField, path: string, asked: readonly string[]): Promise<void> {
    const known = await readFileInfo(database, [path]);
    const storage = stores.get(field.adapter);
    const stored = known.find(({ filter }) => filter === null);
    const original = stored ?? (await describeFile(storage, path));
    if (original === undefined) return;
    const wanted = asked.flatMap((filter) => {
      const options = config.imageFilters[filter];
      const isKnown = known.some((info) => info.filter === filter);
      return options === undefined || isKnown ? [] : [[filter, options] as const];
    });
    const filters = new Map(canHaveVariants(original.mediaType) ? wanted : []);
    const outcomes = await makeVariants(storage, { original, filters }, deps);
    const variants = variantInfos(path, giveUp(field, path, outcomes));
    const infos = stored === undefined ? [original, ...variants] : variants;
    if (infos.length > 0)
      await invalidation.transaction(database, (session) => writeFileInfo(session, infos));
    // The file may have been removed meanwhile, and nothing that was made of it may outlive it.
    if ((await storage.stat(path)) === undefined) await files.remove({ adapter: field.adapter, path });
  }

  /** A picture that broke off too often counts as one that cannot be filtered. */
  function giveUp(
    field: UploadField,
    path: string,
    outcomes: ReadonlyMap<string, VariantOutcome>,
  ): ReadonlyMap<string, VariantOutcome> {
    const judged = new Map(outcomes);
    for (const [filter, outcome] of outcomes) {
      const key = keyOf(field, path, filter);
      if (outcome !== 'broken off') retries.forget(key);
      else if (!retries.brokeOff(key)) judged.set(filter, 'impossible');
    }
    return judged;
  }

  return {
    request(field, path, { isDescribed, filters }) {
      const due = filters.filter((filter) => retries.isDue(keyOf(field, path, filter)));
      if (isDescribed && due.length === 0) return;
      const key = [field.adapter, path, ...due].join(':');
      background.add(key, () => complete(field, path, due));
    },
  };
}

/** Makes variants in turn with all other work on pictures. */
async function makeVariants(
  storage: FileStorage,
  {
    original: { path, originalName },
    filters,
  }: { readonly original: FileInfo; readonly filters: ReadonlyMap<string, ImageFilterConfig> },
  { config, render }: MissingInfoDeps,
): Promise<ReadonlyMap<string, VariantOutcome>> {
  if (filters.size === 0) return new Map();
  return inPictureTurn(async () => {
    const bytes = await readPicture(storage, path);
    if (bytes === undefined) return new Map([...filters.keys()].map((filter) => [filter, 'impossible']));
    const options = { cachePrefix: config.imageCachePrefix, filters };
    return storeVariants(
      storage,
      { path, originalName, bytes },
      render === undefined ? options : { ...options, render },
    );
  });
}
