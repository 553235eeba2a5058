import { imageSize } from 'image-size';
import mime from 'mime';
import { RASTER_TYPES } from '../../kernel/util/raster-types.js';

export interface ImageSize {
  readonly width: number | null;
  readonly height: number | null;
}

const NO_SIZE: ImageSize = { width: null, height: null };

/** Whether a file of this type has a width and a height to be found out. */
export const isPicture = (mediaType: string): boolean =>
  RASTER_TYPES.has(mediaType) || mediaType === 'image/svg+xml';

/** Width and height as they are shown; null where they are unknown, undefined when the bytes are no such image. */
export function measureImage(bytes: Buffer, mediaType: string): ImageSize | undefined {
  if (mediaType === 'image/svg+xml') return measureSvg(bytes.toString('utf8', 0, 64 * 1024));
  if (!RASTER_TYPES.has(mediaType)) return NO_SIZE;
  try {
    // Reads no more than the header, so any size is known and the rules of the field can refuse it.
    const { width, height, orientation = 1, type = '' } = imageSize(alone(bytes));
    // The library looks for the format by itself: an SVG behind the first bytes of a GIF is neither.
    if (!width || !height || mime.getType(type) !== mediaType) return undefined;
    // Orientations from 5 on turn the picture by a quarter.
    return orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    return undefined;
  }
}

/** The bytes in a memory of their own: the library reads on behind the end of a short file, into whatever stands there. */
const alone = (bytes: Buffer): Uint8Array =>
  bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);

/** Integer part of the root element's attributes, each only when it is not zero. */
function measureSvg(text: string): ImageSize {
  const root = /<(?:[\w-]+:)?svg\b([^>]{0,10000})/i.exec(text)?.[1] ?? '';
  const attribute = (name: string): number | null => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*(\\d{1,9})`, 'i').exec(root)?.[1];
    const number = Number(value ?? 0);
    return number === 0 ? null : number;
  };
  return { width: attribute('width'), height: attribute('height') };
}
