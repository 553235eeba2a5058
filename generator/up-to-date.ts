import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED } from 'cms-api-components/internal/kernel/contract/schema/unfinished.js';
import { endsOf } from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import { readHistory, snapshotPath } from './migrate/migration-folder.js';
import type { Origin, OwnedFiles } from './output/owned-files.js';
import { fileHash, textHash } from './output/text-hash.js';
import { projectResources, projectTables } from 'cms-api-components/internal/project/project-types.js';
import { canonicalJson } from './model/canonicalize.js';
import { type GeneratorOptions, NO_CLIENT_OPTIONS } from './options.js';
import type { SchemaText } from './schema/load-schemas.js';

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
  // Without the list of owned files nothing is known to be there: the whole folder may have been deleted.
  if (previous.files.size === 0) return false;
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

/**
 * Names all that a run depends on, beside the generator itself: the schema files, and what `describeOptions` gave. Line
 * endings do not count, as they depend on the machine.
 */
export function hashInputs(texts: readonly SchemaText[], options: string): string {
  const files = texts.flatMap(({ path, text }) => [path, text.replaceAll('\r\n', '\n')]);
  return textHash([options, ...files].join('\0'));
}

/** Hashes the options that schema files depend on, and the built-in resources and those of features with their tables. */
export function describeOptions(options: GeneratorOptions): string {
  const { tablePrefix, adapters = null, imageFilters = null, projectCode = null, expressions } = options;
  const { client = NO_CLIENT_OPTIONS } = options;
  const features = (options.features ?? []).map(({ name, tables = [] }) => ({ name, tables }));
  const known = {
    tablePrefix,
    adapters,
    imageFilters,
    projectCode,
    // Features are hashed only when there are some, so that projects without them stay up to date. So are bindings.
    ...(features.length === 0 ? {} : { features }),
    ...(client.bindings.length === 0 ? {} : { bindings: client.bindings }),
    expressions: expressions !== undefined,
  };
  return [canonicalJson(known), canonicalJson([projectResources([]), projectTables([])])].join('\0');
}
