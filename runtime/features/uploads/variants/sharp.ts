import { createRequire } from 'node:module';
import { createLimiter } from '../../../kernel/util/async/limiter.js';
import { loadOptional } from '../../../kernel/util/packages/optional-package.js';

/**
 * Limits concurrent image processing. Each job holds a whole file in memory, so twenty large images at once must not
 * need twenty times the memory.
 */
export const inPictureTurn = createLimiter(2);

const SHARP = { names: ['sharp'], key: 'image_filters', setting: 'image variants are configured' };

/**
 * Checks that the image library is installed, which separate processes load (ADR 121). @throws ConfigError if it is
 * not installed
 */
export async function assertSharpInstalled(): Promise<void> {
  await loadOptional(SHARP, async () => createRequire(import.meta.url).resolve('sharp'));
}
