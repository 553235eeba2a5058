import type { UploadsConfig } from '../settings.js';
import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import { type FileInfo, readFileInfo } from '../storage/file-info.js';
import { offeredName, offeredVariantName } from '../incoming/original-name.js';
import { extensionsOf } from '../storage/stored-extension.js';
import { baseName } from '../storage/stored-name.js';
import { newVariantExtension, variantFolder, variantPath } from '../variants/variant-path.js';

/** Path of a served file and its download name. */
export interface ServedName {
  readonly path: string;
  readonly name: string;
}

export interface ServedNames {
  /** Returns the file that a record references, or its variant. */
  ofHeld(path: string, filter: string | null): Promise<ServedName>;
  /** Returns the name of the file or variant at a path. */
  nameAt(path: string): Promise<string>;
}

type NamesConfig = Pick<UploadsConfig, 'imageFilters' | 'imageCachePrefix'>;

/** Reads download names from the file information. Files without one are served under their stored names. */
export function createServedNames(session: SqlSession, config: NamesConfig): ServedNames {
  const { imageFilters, imageCachePrefix } = config;

  return {
    async ofHeld(path, filter) {
      const infos = await readFileInfo(session, [path]);
      const originalName = originalNameIn(infos, path);
      if (filter === null) return { path, name: offeredName({ path, originalName }) };
      const known = infos.find((info) => info.filter === filter);
      const variantExtension = known
        ? known.variantExtension
        : newVariantExtension(path, imageFilters[filter]);
      const variant = variantPath(imageCachePrefix, { path, filter, variantExtension });
      return { path: variant, name: offeredVariantName(originalName, variant) };
    },

    async nameAt(path) {
      const sources = Object.keys(imageFilters).flatMap((filter) => {
        const folder = variantFolder(imageCachePrefix, filter);
        return path.startsWith(folder) ? possibleSources(path.slice(folder.length)) : [];
      });
      const infos = await readFileInfo(session, [path, ...sources]);
      const own = originalNameIn(infos, path);
      if (own !== null) return own;
      const variant = infos.find(
        (info) =>
          info.filter !== null && variantPath(imageCachePrefix, { ...info, filter: info.filter }) === path,
      );
      return variant ? offeredVariantName(originalNameIn(infos, variant.path), path) : baseName(path);
    },
  };
}

const originalNameIn = (infos: readonly FileInfo[], path: string): string | null =>
  infos.find((info) => info.path === path && info.filter === null)?.originalName ?? null;

/** Returns the paths of files whose variant may have this name: the same path, or one with another extension. */
function possibleSources(name: string): readonly string[] {
  const stem = name.slice(0, name.lastIndexOf('.'));
  return [name, stem, ...PICTURE_EXTENSIONS.map((extension) => `${stem}.${extension}`)];
}

const PICTURE_EXTENSIONS: readonly string[] = [...RASTER_TYPES].flatMap(extensionsOf);
