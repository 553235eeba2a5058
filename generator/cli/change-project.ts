import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SchemaErrors } from '../errors.js';
import type { GenerateResult } from '../generate.js';
import { DestructiveMigrationError } from '../migrate/errors.js';
import { ScaffoldError } from '../scaffold/scaffold.js';
import { readIfPresent, writeWhole } from '../output/write-files.js';
import { generatorOptions, type MigrationMode } from './generator-options.js';

/** File contents by path relative to the project; null deletes the file. */
export type ProjectChanges = ReadonlyMap<string, string | null>;

/**
 * Changes schema files and runs the generator. Writes nothing if generation fails, and restores the files if writing
 * fails.
 * @throws ScaffoldError with every problem.
 */
export async function changeSchemas(
  projectRoot: string,
  changes: ProjectChanges,
  mode: MigrationMode,
): Promise<GenerateResult> {
  const { generate } = await import('../generate.js');
  const before = new Map<string, string | null>();
  const write = async (): Promise<void> => {
    for (const path of changes.keys())
      before.set(path, (await readIfPresent(join(projectRoot, path))) ?? null);
    await applyChanges(projectRoot, changes);
  };
  const options = await generatorOptions(projectRoot, mode);
  try {
    return await generate({ ...options, schemaChanges: { texts: changes, write } });
  } catch (error) {
    await applyChanges(projectRoot, before);
    if (!(error instanceof SchemaErrors || error instanceof DestructiveMigrationError)) throw error;
    const message = `${error.message}\n\nNothing was written. Fix the problem, then run the command again.`;
    throw new ScaffoldError(message, { cause: error });
  }
}

async function applyChanges(projectRoot: string, changes: ProjectChanges): Promise<void> {
  for (const [path, content] of changes) {
    const file = join(projectRoot, path);
    if (content === null) await rm(file, { force: true });
    else await writeWhole(file, content);
  }
}

/** Returns the name of the default filesystem if it is configured, otherwise the first one (accounts.md 14.1). */
export async function defaultAdapter(projectRoot: string): Promise<string> {
  const { readConfiguredNames } = await import('../configured-names.js');
  const { adapters = [] } = await readConfiguredNames(projectRoot);
  return adapters.includes('local') ? 'local' : (adapters[0] ?? 'local');
}
