import type { UploadField } from '../../../kernel/contract/schema/resource.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { FileStorage } from '../../../kernel/ports/file-storage.js';
import type { WriteOutOfBand } from '../../../kernel/unit-of-work/out-of-band.js';
import type { BackgroundWork } from '../storage/background-work.js';
import { describeFile } from '../incoming/describe-file.js';
import { type FileInfo, readFileInfo, writeFileInfo } from '../storage/file-info.js';
import type { FileStores } from '../storage/file-stores.js';
import { canHaveVariants, readPicture, storeVariants, type VariantOutcome } from './image-variants.js';
import type { ImageFilterConfig, UploadsConfig } from '../settings.js';
import type { Media } from '../media/media.js';
import { inPictureTurn } from './sharp.js';
import type { StoredFiles } from '../storage/stored-files.js';
import { variantInfos } from './variant-infos.js';

/** Decides when a variant is retried after time or memory ran out, and when it is given up. */
interface VariantRetries {
  isDue(variant: string): boolean;
  /** Registers a failure. Returns false if it should not be retried. */
  brokeOff(variant: string): boolean;
  /** Called when the variant was created or is impossible. */
  forget(variant: string): void;
}

const MAX_TRIES = 3;
/** Pause after the first failure; each further one multiplies it by four. */
const FIRST_PAUSE_MS = 60_000;

/** Maximum number of remembered variants. The oldest is forgotten, which costs it another attempt. */
const MAX_REMEMBERED = 1000;

export interface MissingInfo {
  /** Describes a file and creates its missing variants, after the request that found them missing. */
  request(field: UploadField, path: string, lacking: LackingInfo): void;
}

/** Paths without an info row. */
export interface LackingInfo {
  readonly isDescribed: boolean;
  readonly filters: readonly string[];
}

interface MissingInfoDeps extends Pick<Kernel, 'database' | 'clock'> {
  readonly stores: FileStores;
  readonly files: StoredFiles;
  /** Writes outside a unit of work and invalidates cached responses. */
  readonly writeOutOfBand: WriteOutOfBand;
  readonly background: BackgroundWork;
  readonly config: Pick<UploadsConfig, 'imageFilters' | 'imageCachePrefix'>;
  readonly media: Media;
}

/**
 * Handles files from other sources, filters declared after a file was stored, run-time filters, and interrupted
 * variants.
 */
export function createMissingInfo(deps: MissingInfoDeps): MissingInfo {
  const { stores, files, database, writeOutOfBand, background, config } = deps;
  const retries = createVariantRetries(deps.clock);
  const keyOf = ({ adapter }: UploadField, path: string, filter: string): string =>
    [adapter, path, filter].join(':');

  async function complete(field: UploadField, path: string, requested: readonly string[]): Promise<void> {
    const known = await readFileInfo(database, [path]);
    const storage = stores.get(field.adapter);
    const stored = known.find(({ filter }) => filter === null);
    const original = stored ?? (await describeFile(storage, path, deps.media));
    if (original === undefined) return;
    const wanted = requested.flatMap((filter) => {
      const options = config.imageFilters[filter];
      const isKnown = known.some((info) => info.filter === filter);
      return options === undefined || isKnown ? [] : [[filter, options] as const];
    });
    const filters = new Map(canHaveVariants(original.mediaType) ? wanted : []);
    const outcomes = await makeVariants(storage, { original, filters }, deps);
    const variants = variantInfos(path, giveUp(field, path, outcomes));
    const infos = stored === undefined ? [original, ...variants] : variants;
    if (infos.length > 0) await writeOutOfBand(database, (session) => writeFileInfo(session, infos));
    // The file may have been deleted in the meantime; its variants and rows must be deleted, too.
    if ((await storage.stat(path)) === undefined) await files.remove({ adapter: field.adapter, path });
  }

  /** Records an image that failed too often as one that cannot be filtered. */
  function giveUp(
    field: UploadField,
    path: string,
    outcomes: ReadonlyMap<string, VariantOutcome>,
  ): ReadonlyMap<string, VariantOutcome> {
    const evaluated = new Map(outcomes);
    for (const [filter, outcome] of outcomes) {
      const key = keyOf(field, path, filter);
      if (outcome !== 'broken off') retries.forget(key);
      else if (!retries.brokeOff(key)) evaluated.set(filter, 'impossible');
    }
    return evaluated;
  }

  return {
    request(field, path, { isDescribed, filters }) {
      const due = filters.filter((filter) => retries.isDue(keyOf(field, path, filter)));
      if (isDescribed && due.length === 0) return;
      const key = [field.adapter, path, ...due].join(':');
      background.add(key, () => complete(field, path, due));
    },
  };
}

/** Renders variants, in the queue of all image processing. */
async function makeVariants(
  storage: FileStorage,
  {
    original: { path, originalName },
    filters,
  }: { readonly original: FileInfo; readonly filters: ReadonlyMap<string, ImageFilterConfig> },
  { config, media }: MissingInfoDeps,
): Promise<ReadonlyMap<string, VariantOutcome>> {
  if (filters.size === 0) return new Map();
  return inPictureTurn(async () => {
    const bytes = await readPicture(storage, path);
    if (bytes === undefined) return new Map([...filters.keys()].map((filter) => [filter, 'impossible']));
    const options = { cachePrefix: config.imageCachePrefix, filters, render: media.renderVariant };
    return storeVariants(storage, { path, originalName, bytes }, options);
  });
}

/** Remembers failures in this process only. A restart retries; a variant that was given up has a row. */
function createVariantRetries(clock: Clock): VariantRetries {
  const waiting = new Map<string, { readonly tries: number; readonly dueAt: number }>();
  return {
    isDue: (variant) => (waiting.get(variant)?.dueAt ?? 0) <= clock.now().getTime(),
    brokeOff(variant) {
      const tries = (waiting.get(variant)?.tries ?? 0) + 1;
      waiting.delete(variant);
      if (tries >= MAX_TRIES) return false;
      waiting.set(variant, { tries, dueAt: clock.now().getTime() + FIRST_PAUSE_MS * 4 ** (tries - 1) });
      const [oldest] = waiting.keys();
      if (waiting.size > MAX_REMEMBERED && oldest !== undefined) waiting.delete(oldest);
      return true;
    },
    forget: (variant) => void waiting.delete(variant),
  };
}
