import { createReadStream } from 'node:fs';
import type { FileStorage } from '../../kernel/ports/file-storage.js';
import type { FileInfo } from './file-info.js';
import { type ImageSize, isPicture, measureImage } from './image-size.js';
import { readPicture, readWholePicture } from './image-variants.js';
import { detectType, HEAD_BYTES } from './media-type.js';
import { readAll } from './peek-stream.js';
import { inPictureTurn } from './sharp.js';
import { withLocalFile } from './whole-file.js';

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
  const unknown = { originalName: null, variantExtension: null };
  return { path, filter: null, mediaType, size: facts.size, width, height, ...unknown };
}

/** Media type of a stored file by its content. */
export async function storedMediaType(storage: FileStorage, path: string, size: number): Promise<string> {
  const read = async (start: number, end: number): Promise<Buffer> => {
    const length = Math.min(end, size) - start;
    if (length <= 0) return Buffer.alloc(0);
    return readAll(await storage.read(path, { start, end: start + length - 1 }), length);
  };
  return (await detectType(await read(0, HEAD_BYTES), path, async () => ({ size, read }))).mediaType;
}

/** Media type of a file on this machine by its content, and the size of a picture in pixels. */
export async function describeLocalFile(
  path: string,
  name: string,
): Promise<{ readonly mediaType: string; readonly width?: number; readonly height?: number }> {
  const { mediaType } = await withLocalFile(path, async (file) =>
    detectType(await file.read(0, HEAD_BYTES), name, async () => file),
  );
  if (!isPicture(mediaType)) return { mediaType };
  const measured = await inPictureTurn(async () => {
    const bytes = await readWholePicture(createReadStream(path));
    return bytes && measureImage(bytes, mediaType);
  });
  const { width, height } = measured ?? { width: null, height: null };
  return { mediaType, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) };
}
