import type { ImageFilterConfig } from './settings.js';
import type { FileInfo } from './file-info.js';
import { newVariantExtension } from './variant-path.js';
import { variantSize } from './variant-size.js';

/** Facts of a variant before it is made, which follow from its file and filter (contract decision 89). */
export function expectedVariant(
  { path, mediaType, width, height }: FileInfo,
  filter: string,
  options: ImageFilterConfig | undefined,
): FileInfo {
  const size =
    options === undefined || width === null || height === null
      ? { width: -1, height: -1 }
      : variantSize({ width, height }, options);
  return {
    path,
    filter,
    mediaType: options?.format ? `image/${options.format}` : mediaType,
    size: -1,
    ...size,
    originalName: null,
    variantExtension: newVariantExtension(path, options),
  };
}
