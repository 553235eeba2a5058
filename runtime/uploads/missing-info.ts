import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../contract/database.js';
import type { UploadField } from '../contract/resource.js';
import type { BackgroundWork } from './background-work.js';
import { describeFile } from './describe-file.js';
import { readFileInfo, writeFileInfo } from './file-info.js';
import type { FileStores } from './file-stores.js';
import type { VariantFacts } from './image-variants.js';
import { canHaveVariants, readPicture, storeVariants } from './image-variants.js';
import { variantInfo } from './incoming-files.js';
import { inPictureTurn } from './sharp.js';
import type { StoredFiles } from './stored-files.js';

export interface MissingInfo {
  /** Describes a file and makes those of some variants that it lacks, after the request that came upon it. */
  request(field: UploadField, path: string, filters: readonly string[]): void;
}

/** Files that came in some other way, filters declared after a file was stored, and those chosen at run time. */
export function createMissingInfo(deps: {
  readonly stores: FileStores;
  readonly files: StoredFiles;
  readonly database: Database;
  readonly background: BackgroundWork;
  readonly config: Pick<AppConfig, 'imageFilters' | 'imageCachePrefix'>;
}): MissingInfo {
  const { stores, files, database, background, config } = deps;

  async function complete({ adapter }: UploadField, path: string, asked: readonly string[]): Promise<void> {
    const known = await readFileInfo(database, [path]);
    const storage = stores.get(adapter);
    const stored = known.find(({ filter }) => filter === null);
    const original = stored ?? (await describeFile(storage, path));
    if (original === undefined) return;
    const wanted = asked.flatMap((filter) => {
      const options = config.imageFilters[filter];
      const isKnown = known.some((info) => info.filter === filter);
      return options === undefined || isKnown ? [] : [[filter, options] as const];
    });
    const filters = new Map(canHaveVariants(original.mediaType) ? wanted : []);
    const make = async (): Promise<ReadonlyMap<string, VariantFacts>> => {
      const bytes = await readPicture(storage, path);
      if (bytes === undefined) return new Map();
      return storeVariants(storage, { path, bytes }, { cachePrefix: config.imageCachePrefix, filters });
    };
    const made = filters.size === 0 ? new Map<string, never>() : await inPictureTurn(make);
    const variants = [...filters.keys()].map((filter) => variantInfo(path, filter, made.get(filter)));
    const infos = stored === undefined ? [original, ...variants] : variants;
    await database.transaction((session) => writeFileInfo(session, infos));
    // The file may have been removed meanwhile, and nothing that was made of it may outlive it.
    if ((await storage.stat(path)) === undefined) await files.remove({ adapter, path });
  }

  return {
    request(field, path, filters) {
      const key = [field.adapter, path, ...filters].join(':');
      background.add(key, () => complete(field, path, filters));
    },
  };
}
