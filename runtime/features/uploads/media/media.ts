import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UploadsConfig } from '../settings.js';
import { createRenderVariant, type RenderVariant } from '../variants/image-variants.js';
import { createMediaProcesses } from './media-processes.js';

/** Type detected from the first bytes of a file. */
export interface FoundType {
  readonly mime: string;
  readonly ext: string;
}

/** Header of an image. */
export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** Exif orientation; values of 5 and more rotate the image by a quarter. */
  readonly orientation: number;
  /** Name of its format. */
  readonly type: string;
}

/**
 * Parses uploaded files in processes that are killed when they exceed a limit (`uploads.examination`). All functions
 * throw AppError 503 if no process becomes available.
 */
export interface Media {
  /** Returns undefined if no format matches. @throws MediaProcessEnded if a limit was exceeded */
  detect(head: Uint8Array): Promise<FoundType | undefined>;
  /** @throws MediaProcessEnded if a limit was exceeded; Error if the image is invalid */
  measure(bytes: Uint8Array): Promise<PictureHeader>;
  readonly renderVariant: RenderVariant;
  close(): void;
}

/** Size of the cache; downloads detect the same files repeatedly. */
const DETECTED_HEADS = 1000;
const EXAMINATION_WAIT_MS = 30_000;
/** Maximum wait in milliseconds. Variants take seconds, and a later read requests them again. */
const RENDERING_WAIT_MS = 300_000;

/** @param program program of the processes, replaced in tests */
export function createMedia(config: Pick<UploadsConfig, 'uploads'>, program?: string): Media {
  const { processes: count, memoryMb, examineMs, renderMs } = config.uploads.examination;
  const shared = { count, memoryMb, ...(program === undefined ? {} : { program }) };
  // Variants take much longer and must not delay the detection of types and sizes.
  const examining = createMediaProcesses({ ...shared, workMs: examineMs, waitMs: EXAMINATION_WAIT_MS });
  const rendering = createMediaProcesses({ ...shared, workMs: renderMs, waitMs: RENDERING_WAIT_MS });
  const detected = new LRUCache<string, { readonly found: FoundType | undefined }>({ max: DETECTED_HEADS });
  return {
    async detect(head) {
      const key = createHash('sha256').update(head).digest('base64');
      const known = detected.get(key);
      if (known !== undefined) return known.found;
      const { result } = await examining.use((process) => process.ask({ work: 'detect' }, head));
      const found = (result ?? undefined) as FoundType | undefined; // response of the program
      detected.set(key, { found });
      return found;
    },
    async measure(bytes) {
      const { result } = await examining.use((process) => process.ask({ work: 'measure' }, bytes));
      return result as unknown as PictureHeader; // response of the program
    },
    renderVariant: createRenderVariant(rendering),
    close() {
      examining.close();
      rendering.close();
    },
  };
}
