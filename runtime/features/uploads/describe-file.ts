import type { FileStorage } from '../../kernel/ports/file-storage.js';
import type { FileInfo } from './file-info.js';
import type { ImageSize } from './image-size.js';
import { isPicture, measureImage } from './image-size.js';
import { readPicture } from './image-variants.js';
import { detectMediaType, HEAD_BYTES } from './media-type.js';
import { readAll } from './peek-stream.js';
import { inPictureTurn } from './sharp.js';

/** Looks at a stored file itself, for files that have no row yet; undefined when there is none. */
export async function describeFile(storage: FileStorage, path: string): Promise<FileInfo | undefined> {
  const facts = await storage.stat(path);
  if (facts === undefined) return undefined;
  const mediaType = await storedMediaType(storage, path, facts.size);
  const measure = async (): Promise<ImageSize | undefined> => {
    const bytes = await readPicture(storage, path);
    return bytes && measureImage(bytes, mediaType);
  };
  const measured = isPicture(mediaType) ? await inPictureTurn(measure) : undefined;
  const { width, height } = measured ?? { width: null, height: null };
  return { path, filter: null, mediaType, size: facts.size, width, height };
}

/** Media type of a stored file by its first bytes. */
export async function storedMediaType(storage: FileStorage, path: string, size: number): Promise<string> {
  if (size === 0) return detectMediaType(new Uint8Array(), path);
  const range = { start: 0, end: Math.min(size, HEAD_BYTES) - 1 };
  return detectMediaType(await readAll(await storage.read(path, range), HEAD_BYTES), path);
}
