import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED } from '../runtime/contract/unfinished.js';
import { readJournal, snapshotPath } from './migrate/read-journal.js';
import type { Origin, OwnedFiles } from './output/owned-files.js';
import { textHash } from './output/text-hash.js';

export interface UpToDateInput {
  readonly outputDir: string;
  readonly previous: OwnedFiles;
  readonly origin: Pick<Origin, 'generator' | 'inputs'>;
  /** The newest migration may stay open. */
  readonly open: boolean;
}

/**
 * Whether the last run had the same inputs and nobody touched since what it wrote: then another run would change
 * nothing. It looks at every owned file, the newest snapshot and the journal, but builds and renders nothing.
 */
export async function isUpToDate({ outputDir, previous, origin, open }: UpToDateInput): Promise<boolean> {
  if (existsSync(join(outputDir, UNFINISHED))) return false;
  const isSameRun = previous.generator === origin.generator && previous.inputs === origin.inputs;
  if (!isSameRun || !(await areMigrationsUntouched(outputDir, previous.snapshot, open))) return false;
  for (const [path, { hash }] of previous.files) if (hashOf(join(outputDir, path)) !== hash) return false;
  return true;
}

/** A broken or missing journal is for the planning of migrations to report. */
async function areMigrationsUntouched(outputDir: string, snapshot: string, open: boolean): Promise<boolean> {
  try {
    const entries = await readJournal(outputDir);
    const newest = entries.at(-1);
    if (newest === undefined || (newest.open && !open)) return false;
    return hashOf(join(outputDir, snapshotPath(newest.id))) === snapshot;
  } catch {
    return false;
  }
}

/** At once, not in parallel: thousands of small files are read in a third of the time, and nothing else waits. */
function hashOf(path: string): string | undefined {
  try {
    return textHash(readFileSync(path));
  } catch {
    return undefined;
  }
}
