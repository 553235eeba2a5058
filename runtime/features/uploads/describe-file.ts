import { createReadStream } from 'node:fs';
import type { FileStorage } from '../../kernel/ports/file-storage.js';
import type { FileInfo } from './file-info.js';
import type { ImageSize } from './image-size.js';
import { isPicture, measureImage } from './image-size.js';
import { readPicture, readWholePicture } from './image-variants.js';
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

/** Media type of a file on this machine by its content, and the size of a picture in pixels. */
export async function describeLocalFile(
  path: string,
  name: string,
): Promise<{ readonly mediaType: string; readonly width?: number; readonly height?: number }> {
  const head = await readAll(createReadStream(path, { end: HEAD_BYTES - 1 }), HEAD_BYTES);
  const mediaType = await detectMediaType(head, name);
  if (!isPicture(mediaType)) return { mediaType };
  const measured = await inPictureTurn(async () => {
    const bytes = await readWholePicture(createReadStream(path));
    return bytes && measureImage(bytes, mediaType);
  });
  const { width, height } = measured ?? { width: null, height: null };
  return { mediaType, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) };
}
