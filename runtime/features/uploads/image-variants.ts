import type { Sharp } from 'sharp';
import { Readable } from 'node:stream';
import type { ImageFilterConfig } from './settings.js';
import { FileExists, type FileStorage } from '../../kernel/ports/file-storage.js';
import { RASTER_TYPES } from '../../kernel/util/raster-types.js';
import { readAll } from './peek-stream.js';
import type { FileInfo } from './file-info.js';
import { offeredVariantName } from './original-name.js';
import { loadSharp } from './sharp.js';
import { newVariantExtension, variantPath } from './variant-path.js';
import { isCropped, type PixelSize, variantSize } from './variant-size.js';

export interface VariantFacts {
  readonly mediaType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** `impossible`: the filter cannot be applied to the file; `broken off`: it might be, another time. */
type NoVariant = 'impossible' | 'broken off';

export type VariantOutcome = (VariantFacts & Pick<FileInfo, 'variantExtension'>) | NoVariant;

type RenderedVariant = { readonly bytes: Buffer; readonly facts: VariantFacts } | NoVariant;

/** Makes the bytes of one variant. */
export type RenderVariant = (source: Buffer, filter: ImageFilterConfig) => Promise<RenderedVariant>;

/** Largest picture that is decoded, so that a small file cannot unpack to gigabytes. */
const MAX_PIXELS = 100_000_000;
/**
 * Largest picture in a format that is read or written in one piece, which no time limit interrupts: at 16 megapixels of
 * noise, AVIF takes 4 to 16 seconds of one processor (by quality), GIF 13 and WebP 7 (ADR 12).
 */
const MAX_PIXELS_AT_ONCE = 16_000_000;
/** Longest work on one variant, for the formats that can be stopped. */
const MAX_SECONDS = 60;
/** Larger pictures are neither measured nor filtered. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const;
type Format = (typeof FORMATS)[number];

const CODED_AT_ONCE: ReadonlySet<Format> = new Set(['webp', 'avif', 'gif']);

/** Whether filters apply to files of a media type. */
export const canHaveVariants = (mediaType: string): boolean => RASTER_TYPES.has(mediaType);

/** Bytes of one variant, or why there are none. */
export async function renderVariant(
  bytes: Buffer,
  filter: ImageFilterConfig,
  seconds = MAX_SECONDS,
): Promise<RenderedVariant> {
  const sharp = await loadSharp();
  try {
    // Only the first image of an animated picture is used, which is also the default of the library.
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', pages: 1 } as const;
    const metadata = await sharp(bytes, options).metadata();
    const source = FORMATS.find((one) => one === (metadata.format === 'heif' ? 'avif' : metadata.format));
    // The library reads more than these, SVG among them, and does not go by what the first bytes say.
    if (source === undefined) return 'impossible';
    const format = FORMATS.find((one) => one === (filter.format ?? source)) ?? source;
    const full = metadata.autoOrient;
    const isTooLarge =
      pixelsOf(full) > maxPixels(source) || pixelsOf(variantSize(full, filter)) > maxPixels(format);
    if (isTooLarge) return 'impossible';
    const upright = sharp(bytes, options).timeout({ seconds }).autoOrient();
    const picture = resize(upright, full, filter);
    const { data, info } = await encode(picture, format, filter.quality).toBuffer({
      resolveWithObject: true,
    });
    const { size, width, height } = info;
    return { bytes: data, facts: { mediaType: `image/${format}`, size, width, height } };
  } catch (error) {
    // Broken or too large to decode: the original is served without variants.
    return isShortage(error) ? 'broken off' : 'impossible';
  }
}

/** The library has no codes: time, memory or threads ran out, which says nothing about the picture. */
function isShortage(error: unknown): boolean {
  return error instanceof Error && SHORTAGE.test(error.message);
}

const SHORTAGE =
  /\btimeout:|out of memory|allocat|failed to create thread|temporarily unavailable|too many open files/i;

const pixelsOf = ({ width, height }: PixelSize): number => width * height;

const maxPixels = (format: Format): number => (CODED_AT_ONCE.has(format) ? MAX_PIXELS_AT_ONCE : MAX_PIXELS);

/** Smaller pictures stay as they are. The size is given whole, so that it is the one that documents name before. */
function resize(picture: Sharp, full: PixelSize, filter: ImageFilterConfig): Sharp {
  const { width, height } = variantSize(full, filter);
  if (width === full.width && height === full.height) return picture;
  return picture.resize({ width, height, fit: isCropped(filter) ? 'cover' : 'fill' });
}

/** The usual efforts cost AVIF 70 times as much time (16 seconds a megapixel of noise), and GIF ten times. */
const EFFORTS: Readonly<Partial<Record<Format, { readonly effort: number }>>> = {
  avif: { effort: 0 },
  gif: { effort: 1 },
};

function encode(picture: Sharp, format: Format, quality: number | null): Sharp {
  const options = quality === null || format === 'png' || format === 'gif' ? {} : { quality };
  if (format === 'jpeg') return picture.flatten({ background: '#ffffff' }).jpeg(options);
  return picture.toFormat(format, { ...options, ...EFFORTS[format] });
}

/** A stored picture as the image library wants it: whole; undefined when it is larger than any picture should be. */
export async function readPicture(storage: FileStorage, path: string): Promise<Buffer | undefined> {
  return readWholePicture(await storage.read(path));
}

export async function readWholePicture(content: AsyncIterable<Uint8Array>): Promise<Buffer | undefined> {
  try {
    return await readAll(content, MAX_SOURCE_BYTES);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A picture of which variants are made. */
export interface SourcePicture extends Pick<FileInfo, 'path' | 'originalName'> {
  readonly bytes: Buffer;
}

/** Renders and stores variants of a picture; says of each filter what came of it. */
export async function storeVariants(
  storage: FileStorage,
  { path, originalName, bytes }: SourcePicture,
  options: {
    readonly cachePrefix: string;
    readonly filters: ReadonlyMap<string, ImageFilterConfig>;
    readonly render?: RenderVariant;
  },
): Promise<ReadonlyMap<string, VariantOutcome>> {
  const { cachePrefix, filters, render = renderVariant } = options;
  const outcomes = new Map<string, VariantOutcome>();
  for (const [name, filter] of filters) {
    const variant = await render(bytes, filter);
    if (typeof variant === 'string') {
      outcomes.set(name, variant);
      continue;
    }
    const variantExtension = newVariantExtension(path, filter);
    const place = variantPath(cachePrefix, { path, filter: name, variantExtension });
    await replaceFile(storage, place, { ...variant, name: offeredVariantName(originalName, place) });
    outcomes.set(name, { ...variant.facts, variantExtension });
  }
  return outcomes;
}

async function replaceFile(
  storage: FileStorage,
  path: string,
  { bytes, facts, name }: { readonly bytes: Buffer; readonly facts: VariantFacts; readonly name: string },
): Promise<void> {
  const content = (): Readable => Readable.from([bytes], { objectMode: false });
  try {
    await storage.write(path, content(), { mediaType: facts.mediaType, name });
  } catch (error) {
    if (!(error instanceof FileExists)) throw error;
    await storage.remove(path); // left behind by a run that broke off
    await storage.write(path, content(), { mediaType: facts.mediaType, name });
  }
}
