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

/** Functions that inspect file content. */
export type FileMedia = Pick<Media, 'detect' | 'measure'>;

/** Inspects a stored file that has no info row yet. Undefined if it does not exist. */
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

/** Detects the media type of a stored file by its content. */
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

/** Facts about a local file, detected from its content. */
export interface LocalFileFacts {
  readonly mediaType: string;
  /** Pixels, for images. */
  readonly width?: number;
  readonly height?: number;
  /** True if inspecting it exceeded a limit. */
  readonly isUnreadable?: boolean;
}

/** Detects the media type of a local file by its content, and the size of an image in pixels. */
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

/** Returns the result of an inspection, or `otherwise` if it exceeded a limit. */
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
