import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UploadsConfig } from '../settings.js';
import { createRenderVariant, type RenderVariant } from '../variants/image-variants.js';
import { createMediaProcesses } from './media-processes.js';

/** What the first bytes of a file say that it is. */
export interface FoundType {
  readonly mime: string;
  readonly ext: string;
}

/** The header of a picture. */
export interface PictureHeader {
  readonly width: number;
  readonly height: number;
  /** That of Exif; orientations from 5 on turn the picture by a quarter. */
  readonly orientation: number;
  /** Name of its format. */
  readonly type: string;
}

/**
 * Parses files that somebody sent, in processes that are killed when they exceed a limit (`uploads.examination`).
 * All functions throw AppError 503 where no process came free.
 */
export interface Media {
  /** Undefined where no format fits. @throws MediaProcessEnded where a limit was exceeded */
  detect(head: Uint8Array): Promise<FoundType | undefined>;
  /** @throws MediaProcessEnded where a limit was exceeded; Error where it is no such picture */
  measure(bytes: Uint8Array): Promise<PictureHeader>;
  readonly renderVariant: RenderVariant;
  close(): void;
}

/** Downloads look at the same files again and again. */
const DETECTED_HEADS = 1000;
const EXAMINATION_WAIT_MS = 30_000;
/** Variants take seconds; whoever waits for so long asks again later. */
const RENDERING_WAIT_MS = 300_000;

/** @param program what the processes run; tests have some of their own */
export function createMedia(config: Pick<UploadsConfig, 'uploads'>, program?: string): Media {
  const { processes: count, memoryMb, examineMs, renderMs } = config.uploads.examination;
  const shared = { count, memoryMb, ...(program === undefined ? {} : { program }) };
  // Variants take much longer, and must not hold up those who ask for a type or a size.
  const examining = createMediaProcesses({ ...shared, workMs: examineMs, waitMs: EXAMINATION_WAIT_MS });
  const rendering = createMediaProcesses({ ...shared, workMs: renderMs, waitMs: RENDERING_WAIT_MS });
  const detected = new LRUCache<string, { readonly found: FoundType | undefined }>({ max: DETECTED_HEADS });
  return {
    async detect(head) {
      const key = createHash('sha256').update(head).digest('base64');
      const known = detected.get(key);
      if (known !== undefined) return known.found;
      const { result } = await examining.use((process) => process.ask({ work: 'detect' }, head));
      const found = (result ?? undefined) as FoundType | undefined; // as the program answers
      detected.set(key, { found });
      return found;
    },
    async measure(bytes) {
      const { result } = await examining.use((process) => process.ask({ work: 'measure' }, bytes));
      return result as unknown as PictureHeader; // as the program answers
    },
    renderVariant: createRenderVariant(rendering),
    close() {
      examining.close();
      rendering.close();
    },
  };
}
