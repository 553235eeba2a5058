import { createRequire } from 'node:module';
import { createLimiter } from '../../../kernel/util/async/limiter.js';
import { loadOptional } from '../../../kernel/util/packages/optional-package.js';

/**
 * Takes turns with all other work on pictures. Each holds a whole file in memory, so twenty large pictures at once must not
 * cost twenty times the memory.
 */
export const inPictureTurn = createLimiter(2);

const SHARP = { names: ['sharp'], key: 'image_filters', setting: 'image variants are configured' };

/** Looks for the image library, which processes of their own load (ADR 121). @throws ConfigError when it is not installed */
export async function assertSharpInstalled(): Promise<void> {
  await loadOptional(SHARP, async () => createRequire(import.meta.url).resolve('sharp'));
}
