import { join } from 'node:path';
import { emitFiles, generatorHash } from './emit/emit-files.js';
import { planMigration, type MigrationPlan } from './migrate/index.js';
import { buildModel } from './model/build-model.js';
import type { ProjectModel } from './model/types.js';
import { resolveOptions, type GeneratorOptions } from './options.js';
import { checkFiles } from './output/check-files.js';
import { readOwnedFiles } from './output/owned-files.js';
import { createStopwatch, type Stopwatch, type Timings } from './output/stopwatch.js';
import { writeFiles } from './output/write-files.js';
import { projectTables, typeRenames } from './project-tables.js';
import { checkSyntax } from './render/check-syntax.js';
import { findTemplatesDir, loadTemplates, type Templates } from './render/templates.js';
import { loadSchemas } from './schema/load-schemas.js';
import { validateSchemas } from './schema/validate-schemas.js';

export interface GenerateOptions extends Partial<GeneratorOptions> {
  readonly projectRoot: string;
  /** Absolute; default: the templates of the package. */
  readonly templatesDir?: string;
  /** Write a migration that takes stored values away; without it such a run fails and writes nothing. */
  readonly allowDestructive?: boolean;
  /** In development the newest migration stays open and is rewritten by the next run; a plain run closes it. */
  readonly keepMigrationOpen?: boolean;
}

export interface GenerateResult {
  /** Paths relative to the output folder. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: number;
  readonly migration: MigrationPlan;
  /** Milliseconds by phase. */
  readonly timings: Timings;
}

/**
 * Brings `generated/` to what `schemas/` say: load, validate, build, render, plan the migration, and only when all of that
 * came out right, write.
 * @throws SchemaErrors with every problem of every schema file.
 * @throws DestructiveMigrationError when the migration would take stored values and that was not allowed.
 */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const stopwatch = createStopwatch();
  const model = await readModel(given, stopwatch);
  const outputDir = outputDirOf(given);
  const previous = await readOwnedFiles(outputDir);
  const templates = await loadTemplates(given.templatesDir ?? findTemplatesDir());
  const { files, changed } = await stopwatch.time('render', () =>
    emitFiles({ model, templates, outputDir, previous }),
  );
  const migration = await stopwatch.time('plan', () => planNext(given, model, templates));
  await stopwatch.time('syntax', () => checkSyntax([...changed, ...migration.files]));
  const result = await stopwatch.time('write', () =>
    writeFiles({ outputDir, files, previous, generator: generatorHash(templates), migration }),
  );
  return { ...result, migration, timings: stopwatch.timings() };
}

/**
 * Compares `generated/` with what `schemas/` say and writes nothing; renders everything, so that neither a forgotten
 * run nor an edited file passes.
 * @throws StaleOutputError naming every file that differs.
 * @throws SchemaErrors with every problem of every schema file.
 */
export async function check(given: GenerateOptions): Promise<{ readonly timings: Timings }> {
  const stopwatch = createStopwatch();
  const model = await readModel(given, stopwatch);
  const outputDir = outputDirOf(given);
  const previous = await readOwnedFiles(outputDir);
  const templates = await loadTemplates(given.templatesDir ?? findTemplatesDir());
  const { files } = await stopwatch.time('render', () => emitFiles({ model, templates, outputDir }));
  const migration = await stopwatch.time('plan', () =>
    planNext({ ...given, allowDestructive: true, keepMigrationOpen: false }, model, templates),
  );
  await stopwatch.time('compare', () =>
    checkFiles({ outputDir, files, previous, generator: generatorHash(templates), migration }),
  );
  return { timings: stopwatch.timings() };
}

function planNext(given: GenerateOptions, model: ProjectModel, templates: Templates): Promise<MigrationPlan> {
  return planMigration({
    outputDir: outputDirOf(given),
    tables: model.tables,
    renames: typeRenames(model),
    templates,
    allowDestructive: given.allowDestructive ?? false,
    open: given.keepMigrationOpen ?? false,
  });
}

async function readModel(given: GenerateOptions, stopwatch: Stopwatch): Promise<ProjectModel> {
  const options = resolveOptions(given);
  const loaded = await stopwatch.time('load', () => loadSchemas(options));
  const schemas = await stopwatch.time('validate', () => validateSchemas(loaded, options));
  return stopwatch.time('build', () => {
    const model = buildModel(schemas);
    return { ...model, tables: projectTables(model) };
  });
}

function outputDirOf(given: GenerateOptions): string {
  const { projectRoot, outputFolder } = resolveOptions(given);
  return join(projectRoot, outputFolder);
}
