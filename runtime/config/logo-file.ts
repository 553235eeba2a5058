import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Place } from '../kernel/settings/place.js';

/** Maximum size of the logo in bytes: it is part of every mail (contract decision 122). */
const MAX_BYTES = 256 * 1024;
const KEY = 'emails.logo';
/** First bytes of the formats that mail programs display. */
const SIGNATURES = [
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from([0xff, 0xd8, 0xff]),
  Buffer.from('GIF87a'),
  Buffer.from('GIF89a'),
];
const LONGEST_SIGNATURE = Math.max(...SIGNATURES.map(({ length }) => length));

/**
 * Resolves the path of the logo for mails. Only PNG, JPEG and GIF files of at most 256 kB are accepted. Commands that
 * send no mail skip the check.
 * @returns the absolute path
 */
export function resolveLogoFile(path: string, place: Place): string {
  const file = resolve(place.projectRoot, path);
  if (place.use === 'service') {
    const problem = findProblem(file);
    if (problem !== undefined)
      place.refuse({
        key: KEY,
        problem: `"${path}" ${problem}`,
        advice: 'use the path of a PNG, JPEG or GIF file of at most 256 kB, relative to the project',
      });
  }
  return file;
}

function findProblem(file: string): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return 'cannot be read';
  }
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) return 'is not a file';
    if (stats.size > MAX_BYTES) return `is too large (${stats.size} bytes)`;
    const start = Buffer.alloc(LONGEST_SIGNATURE);
    readSync(descriptor, start, 0, LONGEST_SIGNATURE, 0);
    const isPicture = SIGNATURES.some((signature) => start.subarray(0, signature.length).equals(signature));
    return isPicture ? undefined : 'is not a PNG, JPEG or GIF file';
  } finally {
    closeSync(descriptor);
  }
}
