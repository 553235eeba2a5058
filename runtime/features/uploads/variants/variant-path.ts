import type { ImageFilterConfig, UploadsConfig } from '../settings.js';
import type { FileInfo } from '../storage/file-info.js';
import { storedExtension } from '../storage/stored-extension.js';
import { extensionOf, withExtension } from '../storage/stored-name.js';

/** The facts from which the path of a variant follows. */
export interface VariantPlace extends Pick<FileInfo, 'path' | 'variantExtension'> {
  readonly filter: string;
}

/** `<cache prefix>/<filter>/<stored path>` (components.md section 4.10), with the extension of the variant where it has one. */
export function variantPath(cachePrefix: string, { path, filter, variantExtension }: VariantPlace): string {
  const name = variantExtension === null ? path : withExtension(path, variantExtension);
  return `${variantFolder(cachePrefix, filter)}${name}`;
}

/** The folder of a filter's variants, with a slash at its end. */
export function variantFolder(cachePrefix: string, filter: string): string {
  return `${cachePrefix.replace(/^\/+|\/+$/g, '')}/${filter}/`;
}

/** The extension that a filter gives to the variants that are made with it from now on. */
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

/** Paths that a variant without a row may have: the present one, and those of earlier versions. */
export function possibleVariantPaths(
  { path, filter }: Omit<VariantPlace, 'variantExtension'>,
  { imageFilters, imageCachePrefix }: VariantConfig,
): readonly string[] {
  const extensions = new Set([null, newVariantExtension(path, imageFilters[filter])]);
  return [...extensions].map((variantExtension) =>
    variantPath(imageCachePrefix, { path, filter, variantExtension }),
  );
}
