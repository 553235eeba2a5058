import type { GenerateResult } from '../generate.js';
import type { Templates } from '../render/templates.js';
import type { MadeFiles } from '../scaffold/scaffold.js';
import { generatorOptions } from './generator-options.js';

export interface WrittenFiles {
  /** Paths relative to the project. */
  readonly files: readonly string[];
  readonly guidance: readonly string[];
}

/** Runs a maker and writes what it made into the project. @throws ScaffoldError, with nothing written. */
export async function writeMade(
  projectRoot: string,
  make: (templates: Templates) => MadeFiles,
): Promise<WrittenFiles> {
  const { findTemplatesDir, loadTemplates } = await import('../render/templates.js');
  const { writeMadeFiles } = await import('../scaffold/write-made-files.js');
  const made = make(await loadTemplates(findTemplatesDir()));
  await writeMadeFiles(projectRoot, made);
  return { files: made.files.map(({ path }) => path), guidance: made.guidance };
}

/**
 * Generates after a type was added. The migration stays open, because its fields usually follow (accounts.md 14).
 * @throws SchemaErrors
 */
export async function generateAfterMaking(projectRoot: string): Promise<GenerateResult> {
  const { generate } = await import('../generate.js');
  return generate(await generatorOptions(projectRoot, { keepMigrationOpen: true }));
}
