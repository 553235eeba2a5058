import type { ImageFilterConfig, UploadsConfig } from '../settings.js';
import type { FileInfo } from '../storage/file-info.js';
import { storedExtension } from '../storage/stored-extension.js';
import { extensionOf, withExtension } from '../storage/stored-name.js';

/** Facts that determine the path of a variant. */
export interface VariantPlace extends Pick<FileInfo, 'path' | 'variantExtension'> {
  readonly filter: string;
}

/**
 * Returns `<cache prefix>/<filter>/<stored path>` (components.md section 4.10), with the extension of the variant if
 * it has one.
 */
export function variantPath(cachePrefix: string, { path, filter, variantExtension }: VariantPlace): string {
  const name = variantExtension === null ? path : withExtension(path, variantExtension);
  return `${variantFolder(cachePrefix, filter)}${name}`;
}

/** Returns the folder of a filter's variants, with a trailing slash. */
export function variantFolder(cachePrefix: string, filter: string): string {
  return `${cachePrefix.replace(/^\/+|\/+$/g, '')}/${filter}/`;
}

/** Returns the extension for new variants of a filter. */
export function newVariantExtension(
  path: string,
  filter: Pick<ImageFilterConfig, 'format'> | undefined,
): string | null {
  if (!filter?.format) return null;
  const own = extensionOf(path);
  const type = { mediaType: `image/${filter.format}`, extension: USUAL[filter.format] };
  const extension = storedExtension(type, own);
  return extension === own ? null : extension;
}

const USUAL: Readonly<Record<NonNullable<ImageFilterConfig['format']>, string>> = {
  jpeg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};

type VariantConfig = Pick<UploadsConfig, 'imageFilters' | 'imageCachePrefix'>;

/** Returns the possible paths of a variant without a row: the current one, and those of earlier versions. */
export function possibleVariantPaths(
  { path, filter }: Omit<VariantPlace, 'variantExtension'>,
  { imageFilters, imageCachePrefix }: VariantConfig,
): readonly string[] {
  const extensions = new Set([null, newVariantExtension(path, imageFilters[filter])]);
  return [...extensions].map((variantExtension) =>
    variantPath(imageCachePrefix, { path, filter, variantExtension }),
  );
}
