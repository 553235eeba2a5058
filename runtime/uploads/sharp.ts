import { createRequire } from 'node:module';
import type { Sharp, SharpOptions } from 'sharp';

export type LoadedSharp = (input: Buffer, options?: SharpOptions) => Sharp;

let loaded: Promise<LoadedSharp> | undefined;

/** The image library, loaded on first use: most commands never touch a picture. @throws when it is not available. */
export function loadSharp(): Promise<LoadedSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Requests share the machine: one picture at a time on one thread, and no cache of decoded pictures.
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

/** Looks for the library without paying for its start. @throws when it is not installed. */
export function assertSharpInstalled(): void {
  createRequire(import.meta.url).resolve('sharp');
}
