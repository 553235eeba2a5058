import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import type { FileInfo } from '../storage/file-info.js';
import { MAX_SOURCE_BYTES } from '../variants/image-variants.js';
import { baseName, extensionOf } from '../storage/stored-name.js';

type Described = Omit<FileValue, 'extension'> & Pick<FileInfo, 'path'>;

/** The facts that rules check. The extension comes from the name that was sent, or else from the stored name. */
export function fileValue({ path, ...facts }: Described): FileValue {
  const sent = extensionOf(baseName(facts.name));
  return { ...facts, extension: sent === '' ? extensionOf(path) : sent };
}

/** The same of a stored file, by what is kept of it. */
export function storedFileValue({ path, mediaType, size, width, height, originalName }: FileInfo): FileValue {
  const isBroken = RASTER_TYPES.has(mediaType) && width === null && size <= MAX_SOURCE_BYTES;
  return fileValue({ path, mediaType, size, width, height, name: originalName ?? '', isBroken });
}
