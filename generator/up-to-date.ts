import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UNFINISHED } from 'cms-api-components/internal/kernel/contract/schema/unfinished.js';
import { endsOf } from 'cms-api-components/internal/kernel/contract/database/lineage.js';
import { readHistory, snapshotPath } from './migrate/migration-folder.js';
import type { Origin, OwnedFiles } from './output/owned-files.js';
import { fileHash, textHash } from './text/text-hash.js';
import { projectResources, projectTables } from 'cms-api-components/internal/project/project-types.js';
import { canonicalJson } from './text/canonicalize.js';
import { type GeneratorOptions, NO_CLIENT_OPTIONS } from './options.js';
import type { SchemaText } from './schema/load-schemas.js';

export interface UpToDateInput {
  readonly outputDir: string;
  readonly previous: OwnedFiles;
  readonly origin: Pick<Origin, 'generator' | 'inputs'>;
  /** Whether the run skips migrations. */
  readonly withoutMigration: boolean;
}

/**
 * Whether a run would change nothing, because inputs and generated files are the same as after the last run. Compares
 * every owned file and the newest snapshot, without building or rendering.
 */
export async function isUpToDate({
  outputDir,
  previous,
  origin,
  withoutMigration,
}: UpToDateInput): Promise<boolean> {
  if (existsSync(join(outputDir, UNFINISHED))) return false;
  // Without the list of owned files, the folder may have been deleted.
  if (previous.files.size === 0) return false;
  const isSameRun = previous.generator === origin.generator && previous.inputs === origin.inputs;
  if (!isSameRun) return false;
  if (!withoutMigration && !(await areMigrationsUntouched(outputDir, previous.snapshot))) return false;
  for (const [path, { hash }] of previous.files) if (fileHash(join(outputDir, path)) !== hash) return false;
  return true;
}

/** Broken or missing files are reported when migrations are planned. */
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
 * Hashes the inputs of a run: the schema files and the result of `describeOptions`. Normalizes line endings, which
 * depend on the machine.
 */
export function hashInputs(texts: readonly SchemaText[], options: string): string {
  const files = texts.flatMap(({ path, text }) => [path, text.replaceAll('\r\n', '\n')]);
  return textHash([options, ...files].join('\0'));
}

/** Hashes the options that affect the output, with the built-in resources, and the features with their tables. */
export function describeOptions(options: GeneratorOptions): string {
  const { tablePrefix, adapters = null, imageFilters = null, projectCode = null, expressions } = options;
  const { client = NO_CLIENT_OPTIONS } = options;
  const features = (options.features ?? []).map(({ name, tables = [] }) => ({ name, tables }));
  const known = {
    tablePrefix,
    adapters,
    imageFilters,
    projectCode,
    // Features and bindings are hashed only if present, so that projects without them stay up to date.
    ...(features.length === 0 ? {} : { features }),
    ...(client.bindings.length === 0 ? {} : { bindings: client.bindings }),
    expressions: expressions !== undefined,
  };
  return [canonicalJson(known), canonicalJson([projectResources([]), projectTables([])])].join('\0');
}
