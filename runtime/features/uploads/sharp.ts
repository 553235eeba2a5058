import { createRequire } from 'node:module';
import type { Sharp, SharpOptions } from 'sharp';
import { createLimiter } from '../../kernel/util/limiter.js';
import { loadOptional } from '../../kernel/util/optional-package.js';

export type LoadedSharp = (input: Buffer, options?: SharpOptions) => Sharp;

/** Loaders of the picture formats that have variants; all others stay blocked. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((name) => `VipsForeignLoad${name}`);

let loaded: Promise<LoadedSharp> | undefined;

/** The image library, loaded on first use: most commands never touch a picture. @throws when it is not available. */
export function loadSharp(): Promise<LoadedSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Requests share the machine: one thread for a picture, and no cache of decoded pictures.
    sharp.concurrency(1);
    sharp.cache(false);
    // It goes by the content, not by the type that a file was found to have, and some formats name further files or
    // run a renderer (SVG, PDF).
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: [...LOADERS] });
    return sharp;
  });
  return loaded;
}

/**
 * Takes turns with all other work on pictures. Each holds a whole file in memory and one of the few threads that file
 * access needs too, so twenty large pictures at once must not cost twenty times the memory.
 */
export const inPictureTurn = createLimiter(2);

const SHARP = { names: ['sharp'], key: 'image_filters', setting: 'pictures are to have variants' };

/** Looks for the library without paying for its start. @throws ConfigError when it is not installed */
export async function assertSharpInstalled(): Promise<void> {
  await loadOptional(SHARP, async () => createRequire(import.meta.url).resolve('sharp'));
}
