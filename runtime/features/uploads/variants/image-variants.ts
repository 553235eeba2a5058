import { Readable } from 'node:stream';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import type { ImageFilterConfig } from '../settings.js';
import { FileExists, type FileStorage } from '../../../kernel/ports/file-storage.js';
import { RASTER_TYPES } from '../../../kernel/util/raster-types.js';
import { readAll } from '../incoming/peek-stream.js';
import type { FileInfo } from '../storage/file-info.js';
import { offeredVariantName } from '../incoming/original-name.js';
import { type MediaProcess, MediaProcessEnded } from '../media/media-process.js';
import type { MediaProcesses } from '../media/media-processes.js';
import { newVariantExtension, variantPath } from './variant-path.js';
import { isCropped, type PixelSize, variantSize } from './variant-size.js';

export interface VariantFacts {
  readonly mediaType: string;
  readonly size: number;
  readonly width: number;
  readonly height: number;
}

/** `impossible`: the filter cannot be applied to the file. `broken off`: it may succeed later. */
type NoVariant = 'impossible' | 'broken off';

export type VariantOutcome = (VariantFacts & Pick<FileInfo, 'variantExtension'>) | NoVariant;

type RenderedVariant = { readonly bytes: Buffer; readonly facts: VariantFacts } | NoVariant;

/** Renders one variant. */
export type RenderVariant = (source: Buffer, filter: ImageFilterConfig) => Promise<RenderedVariant>;

/** Maximum number of decoded pixels, so that a small file cannot expand to gigabytes. */
const MAX_PIXELS = 100_000_000;
/**
 * Maximum number of pixels for formats that are processed as a whole. For 16 megapixels of noise on one processor,
 * AVIF takes 4 to 16 seconds (by quality), GIF 13 and WebP 7 (ADR 12).
 */
const MAX_PIXELS_AT_ONCE = 16_000_000;
/** Larger images are neither measured nor filtered. */
export const MAX_SOURCE_BYTES = 64 * 1024 * 1024;

const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif', 'tiff'] as const;
type Format = (typeof FORMATS)[number];

const ENCODED_AT_ONCE: ReadonlySet<Format> = new Set(['webp', 'avif', 'gif']);

/** Returns whether filters apply to files of a media type. */
export const canHaveVariants = (mediaType: string): boolean => RASTER_TYPES.has(mediaType);

/** Renders variants in processes that are killed when they exceed a limit (`uploads.examination`). */
export function createRenderVariant(processes: MediaProcesses): RenderVariant {
  return async (bytes, filter) => {
    try {
      return await processes.use((process) => render(process, bytes, filter));
    } catch (error) {
      if (error instanceof AppError) return 'broken off'; // no process became available
      // Corrupt or too large to decode: the original is served without variants.
      return isShortage(error) ? 'broken off' : 'impossible';
    }
  };
}

async function render(
  process: Pick<MediaProcess, 'ask'>,
  bytes: Buffer,
  filter: ImageFilterConfig,
): Promise<RenderedVariant> {
  const { result } = await process.ask({ work: 'open', maxPixels: MAX_PIXELS }, bytes);
  const opened = result as unknown as PixelSize & { readonly format: string }; // response of the program
  const source = FORMATS.find((one) => one === (opened.format === 'heif' ? 'avif' : opened.format));
  // The library supports more formats, SVG among them, and does not rely on the first bytes.
  if (source === undefined) return 'impossible';
  const format = FORMATS.find((one) => one === (filter.format ?? source)) ?? source;
  const target = variantSize(opened, filter);
  if (pixelsOf(opened) > maxPixels(source) || pixelsOf(target) > maxPixels(format)) return 'impossible';
  const rendered = await process.ask({
    work: 'render',
    ...renderOptions(opened, target, { filter, format }),
  });
  const facts = rendered.result as unknown as PixelSize & { readonly size: number }; // response of the program
  return { bytes: rendered.body, facts: { ...facts, mediaType: `image/${format}` } };
}

/**
 * Returns whether time, memory or threads ran out, which is not a fault of the image. The library has no error codes.
 */
function isShortage(error: unknown): boolean {
  if (error instanceof MediaProcessEnded) return error.reason === 'limit';
  return error instanceof Error && SHORTAGE.test(error.message);
}

const SHORTAGE = /out of memory|allocat|failed to create thread|temporarily unavailable|too many open files/i;

const pixelsOf = ({ width, height }: PixelSize): number => width * height;

const maxPixels = (format: Format): number => (ENCODED_AT_ONCE.has(format) ? MAX_PIXELS_AT_ONCE : MAX_PIXELS);

/**
 * The default efforts cost 70 times as much time for AVIF (16 seconds per megapixel of noise), and ten times for GIF.
 */
const EFFORTS: Readonly<Partial<Record<Format, { readonly effort: number }>>> = {
  avif: { effort: 0 },
  gif: { effort: 1 },
};

/**
 * Returns the options for rendering. Images are never enlarged. The exact size is given, so that it equals the
 * predicted one in documents.
 */
function renderOptions(
  full: PixelSize,
  target: PixelSize,
  { filter, format }: { readonly filter: ImageFilterConfig; readonly format: Format },
): JsonObject {
  const { width, height } = target;
  const isSame = width === full.width && height === full.height;
  const hasQuality = filter.quality !== null && format !== 'png' && format !== 'gif';
  return {
    format,
    resize: isSame ? null : { width, height, fit: isCropped(filter) ? 'cover' : 'fill' },
    flatten: format === 'jpeg' ? { background: '#ffffff' } : null,
    output: { ...(hasQuality ? { quality: filter.quality } : {}), ...EFFORTS[format] },
  };
}

/** Reads a whole stored image. Undefined if it exceeds the maximum size. */
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

/** An image from which variants are rendered. */
export interface SourcePicture extends Pick<FileInfo, 'path' | 'originalName'> {
  readonly bytes: Buffer;
}

/** Renders and stores variants of an image. Returns the outcome for each filter. */
export async function storeVariants(
  storage: FileStorage,
  { path, originalName, bytes }: SourcePicture,
  options: {
    readonly cachePrefix: string;
    readonly filters: ReadonlyMap<string, ImageFilterConfig>;
    readonly render: RenderVariant;
  },
): Promise<ReadonlyMap<string, VariantOutcome>> {
  const { cachePrefix, filters, render } = options;
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
    await storage.remove(path); // left by an interrupted run
    await storage.write(path, content(), { mediaType: facts.mediaType, name });
  }
}
