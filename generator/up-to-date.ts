import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED } from '../runtime/kernel/contract/unfinished.js';
import { endsOf } from '../runtime/kernel/contract/lineage.js';
import { readHistory, snapshotPath } from './migrate/migration-folder.js';
import type { Origin, OwnedFiles } from './output/owned-files.js';
import { fileHash } from './output/text-hash.js';

export interface UpToDateInput {
  readonly outputDir: string;
  readonly previous: OwnedFiles;
  readonly origin: Pick<Origin, 'generator' | 'inputs'>;
  /** The run writes no migration, whether one is due or not. */
  readonly withoutMigration: boolean;
}

/**
 * Whether another run would change nothing, because the last one had the same inputs and nobody touched its files since. It
 * looks at every owned file and the newest snapshot, but builds and renders nothing.
 */
export async function isUpToDate({
  outputDir,
  previous,
  origin,
  withoutMigration,
}: UpToDateInput): Promise<boolean> {
  if (existsSync(join(outputDir, UNFINISHED))) return false;
  const isSameRun = previous.generator === origin.generator && previous.inputs === origin.inputs;
  if (!isSameRun) return false;
  if (!withoutMigration && !(await areMigrationsUntouched(outputDir, previous.snapshot))) return false;
  for (const [path, { hash }] of previous.files) if (fileHash(join(outputDir, path)) !== hash) return false;
  return true;
}

/** A broken or missing file is for the planning of migrations to report. */
async function areMigrationsUntouched(outputDir: string, snapshot: string): Promise<boolean> {
  try {
    const [end, ...others] = endsOf(await readHistory(outputDir));
    if (end === undefined || others.length > 0) return false;
    return fileHash(join(outputDir, snapshotPath(end))) === snapshot;
  } catch {
    return false;
  }
}
