import mime from 'mime';
import { AppError } from '../../../kernel/errors/app-error.js';
import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import type { Media } from '../media/media.js';
import { MediaProcessEnded } from '../media/media-process.js';

export interface ImageSize {
  readonly width: number | null;
  readonly height: number | null;
}

const NO_SIZE: ImageSize = { width: null, height: null };

/** Returns whether files of this type have a width and height. */
export const isPicture = (mediaType: string): boolean =>
  RASTER_TYPES.has(mediaType) || mediaType === 'image/svg+xml';

/**
 * Returns width and height as displayed. Null if they are unknown, undefined if the bytes are not an image of this
 * type.
 * @throws MediaProcessEnded if measuring exceeds a limit
 */
export async function measureImage(
  bytes: Buffer,
  mediaType: string,
  media: Pick<Media, 'measure'>,
): Promise<ImageSize | undefined> {
  if (mediaType === 'image/svg+xml') return measureSvg(bytes.toString('utf8', 0, SVG_BYTES));
  if (!RASTER_TYPES.has(mediaType)) return NO_SIZE;
  try {
    // Reads only the header, so any size is known and the rules of the field can refuse it.
    const { width, height, orientation, type } = await media.measure(bytes);
    // The library detects the format from the content: an SVG after the first bytes of a GIF is neither.
    if (!width || !height || mime.getType(type) !== mediaType) return undefined;
    // Orientations of 5 and more rotate the image by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch (error) {
    if (error instanceof MediaProcessEnded || error instanceof AppError) throw error;
    return undefined;
  }
}

/** Every pattern below reads these bytes once, which limits their time. */
const SVG_BYTES = 64 * 1024;

/** Returns the integer parts of the root element's attributes that are not zero. */
function measureSvg(text: string): ImageSize {
  const root = /<(?:[\w-]+:)?svg\b([^>]{0,10000})/i.exec(text)?.[1] ?? '';
  const attribute = (name: string): number | null => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*(\\d{1,9})`, 'i').exec(root)?.[1];
    const number = Number(value ?? 0);
    return number === 0 ? null : number;
  };
  return { width: attribute('width'), height: attribute('height') };
}
