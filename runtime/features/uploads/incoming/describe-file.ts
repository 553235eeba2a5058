import { createReadStream } from 'node:fs';
import type { FileStorage } from '../../../kernel/ports/file-storage.js';
import type { FileInfo } from '../storage/file-info.js';
import { type ImageSize, isPicture, measureImage } from './image-size.js';
import { readPicture, readWholePicture } from '../variants/image-variants.js';
import type { Media } from '../media/media.js';
import { MediaProcessEnded } from '../media/media-process.js';
import { detectType, HEAD_BYTES } from './media-type.js';
import { readAll } from './peek-stream.js';
import { inPictureTurn } from '../variants/sharp.js';
import { withLocalFile } from './whole-file.js';

/** What looks into files. */
export type FileMedia = Pick<Media, 'detect' | 'measure'>;

/** Looks at a stored file itself, for files that have no row yet; undefined when there is none. */
export async function describeFile(
  storage: FileStorage,
  path: string,
  media: FileMedia,
): Promise<FileInfo | undefined> {
  const facts = await storage.stat(path);
  if (facts === undefined) return undefined;
  const mediaType = await storedMediaType(storage, { path, size: facts.size }, media);
  const measure = async (): Promise<ImageSize | undefined> => {
    const bytes = await readPicture(storage, path);
    return bytes && measureImage(bytes, mediaType, media);
  };
  const measured = isPicture(mediaType) ? await unlessUnreadable(inPictureTurn(measure)) : undefined;
  const { width, height } = measured ?? { width: null, height: null };
  const unknown = { originalName: null, variantExtension: null };
  return { path, filter: null, mediaType, size: facts.size, width, height, ...unknown };
}

/** Media type of a stored file by its content. */
export async function storedMediaType(
  storage: FileStorage,
  { path, size }: { readonly path: string; readonly size: number },
  media: Pick<Media, 'detect'>,
): Promise<string> {
  const read = async (start: number, end: number): Promise<Buffer> => {
    const length = Math.min(end, size) - start;
    if (length <= 0) return Buffer.alloc(0);
    return readAll(await storage.read(path, { start, end: start + length - 1 }), length);
  };
  const file = { head: await read(0, HEAD_BYTES), name: path, whole: async () => ({ size, read }) };
  return (await detectType(file, media)).mediaType;
}

/** A file on this machine by its content. */
export interface LocalFileFacts {
  readonly mediaType: string;
  /** Pixels, of a picture. */
  readonly width?: number;
  readonly height?: number;
  /** Looking into it exceeded a limit. */
  readonly isUnreadable?: boolean;
}

/** Media type of a file on this machine by its content, and the size of a picture in pixels. */
export async function describeLocalFile(
  path: string,
  name: string,
  media: FileMedia,
): Promise<LocalFileFacts> {
  const { mediaType, isUnreadable = false } = await withLocalFile(path, async (file) =>
    detectType({ head: await file.read(0, HEAD_BYTES), name, whole: async () => file }, media),
  );
  if (isUnreadable) return { mediaType, isUnreadable };
  if (!isPicture(mediaType)) return { mediaType };
  const measure = inPictureTurn(async () => {
    const bytes = await readWholePicture(createReadStream(path));
    return bytes && measureImage(bytes, mediaType, media);
  });
  const measured = await unlessUnreadable(measure, 'unreadable' as const);
  if (measured === 'unreadable') return { mediaType, isUnreadable: true };
  const { width, height } = measured ?? { width: null, height: null };
  return { mediaType, ...(width === null ? {} : { width }), ...(height === null ? {} : { height }) };
}

/** The result of work on a file; `otherwise` where it exceeded a limit. */
export async function unlessUnreadable<Result, Otherwise = undefined>(
  work: Promise<Result>,
  otherwise?: Otherwise,
): Promise<Result | Otherwise | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof MediaProcessEnded) return otherwise;
    throw error;
  }
}
