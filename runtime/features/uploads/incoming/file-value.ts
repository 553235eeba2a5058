import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import type { FileValue } from '../../../kernel/validation/constraints/files.js';
import type { FileInfo } from '../storage/file-info.js';
import { MAX_SOURCE_BYTES } from '../variants/image-variants.js';
import { baseName, extensionOf } from '../storage/stored-name.js';

type Described = Omit<FileValue, 'extension'> & Pick<FileInfo, 'path'>;

/** Returns the facts that rules validate. The extension comes from the sent name, or else from the stored name. */
export function fileValue({ path, ...facts }: Described): FileValue {
  const sent = extensionOf(baseName(facts.name));
  return { ...facts, extension: sent === '' ? extensionOf(path) : sent };
}

/** Returns the same for a stored file, from its info row. */
export function storedFileValue({ path, mediaType, size, width, height, originalName }: FileInfo): FileValue {
  const isBroken = RASTER_TYPES.has(mediaType) && width === null && size <= MAX_SOURCE_BYTES;
  return fileValue({ path, mediaType, size, width, height, name: originalName ?? '', isBroken });
}
