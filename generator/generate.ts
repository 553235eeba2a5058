import { dirname, isAbsolute, join, relative } from 'node:path';
import { packageRoot } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { buildProject, type ModelCachePlace, storedTypes } from './build-project.js';
import { type ConfigurationCode, readConfiguredNames } from './configured-names.js';
import { generatorHash } from './emit/emitter.js';
import { describeOptions, hashInputs, isUpToDate } from './up-to-date.js';
import {
  NO_MIGRATION,
  planMigration,
  type MigrationPlan,
  type MigrationRequest,
} from './migrate/write-migration.js';
import { printSnapshot } from './migrate/migration-folder.js';
import type { ProjectModel } from './model/types.js';
import { DEFAULT_TABLE_PREFIX, type GeneratorOptions, OUTPUT_FOLDER, SCHEMAS_FOLDER } from './options.js';
import { checkCopies, type CopiesResult, writeCopies } from './output/client-copies.js';
import { checkFiles } from './output/check-files.js';
import { asOnlyWriter } from './output/one-writer.js';
import { readOwnedFiles, type Origin, type OwnedFiles } from './output/owned-files.js';
import { createStopwatch, type Stopwatch, type Timings } from './output/stopwatch.js';
import { textHash } from './text/text-hash.js';
import { writeFiles, type WriteResult } from './output/write-files.js';
import { checkSyntax } from './render/check-syntax.js';
import { loadTemplates, type Templates } from './render/templates.js';
import { compareText } from './text/canonicalize.js';
import { readSchemas, type SchemaText } from './schema/load-schemas.js';
import { loadFolders, schemaFolders } from './schema-folders.js';
import { describeSecurityChanges, securityOf } from './security-changes.js';

export interface GenerateOptions extends Partial<GeneratorOptions> {
  readonly projectRoot: string;
  /** Reads the names of filesystems, image filters and functions from the project's configuration at every run. */
  readonly readsConfiguration?: boolean;
  /** Runs a configuration module and extracts its features. */
  readonly code?: ConfigurationCode;
  /** Allows a migration that deletes stored values. Otherwise such a run fails and writes nothing. */
  readonly allowDestructive?: boolean;
  /**
   * Writes no migration. In development the database follows the schemas directly, and the next plain run writes the
   * migration.
   */
  readonly withoutMigration?: boolean;
  /** Clock for the names of migrations. */
  readonly now?: () => Date;
  /** Pending changes of schema files. They are written only if generation succeeds. */
  readonly schemaChanges?: SchemaChanges;
  /**
   * Rebuilds everything. Default: true in this repository, where the generator itself changes, and for projects whose
   * features generate files.
   */
  readonly fresh?: boolean;
}

export interface SchemaChanges {
  /** Contents by path relative to the project; null deletes the file. */
  readonly texts: ReadonlyMap<string, string | null>;
  write(): Promise<void>;
}

export interface GenerateResult {
  /** Paths relative to the output folder. */
  readonly written: readonly string[];
  readonly deleted: readonly string[];
  readonly unchanged: number;
  /** Client files in the configured folders. */
  readonly copies: CopiesResult;
  readonly migration: MigrationPlan;
  /** Warnings: effects on stored records that migrations don't show, and risks that are not errors. */
  readonly notices: readonly string[];
  /** Milliseconds by phase. */
  readonly timings: Timings;
}

/**
 * Updates `generated/` from `schemas/`: loads, validates, builds, renders, plans the migration, and writes if all of it
 * succeeded. If no input has changed since the last run, it only compares hashes and doesn't load the compiler.
 * @throws SchemaErrors with every problem of every schema file.
 * @throws DestructiveMigrationError if the migration would delete stored values and this is not allowed.
 */
export async function generate(given: GenerateOptions): Promise<GenerateResult> {
  const stopwatch = createStopwatch();
  const project = await prepare(given, stopwatch);
  const { outputDir, previous, templates, isFresh } = project;
  const withoutMigration = given.withoutMigration ?? false;
  if (!isFresh && (await stopwatch.time('compare', () => isUpToDate({ ...project, withoutMigration })))) {
    await given.schemaChanges?.write();
    const nothing = { written: [], deleted: [], migration: NO_MIGRATION, notices: [] };
    const copies = await copyClient(project);
    return { ...nothing, copies, unchanged: previous.files.size, timings: stopwatch.timings() };
  }
  const { texts, options, knownTypes } = project;
  const input = isFresh ? { texts, options } : { texts, options, cache: knownTypes };
  const folders = await loadFolders(schemaFolders(options.features));
  const model = await buildProject({ ...input, folders }, stopwatch);
  const { files, changed } = await stopwatch.time('render', async () => {
    const { emitFiles } = await import('./emit/emit-files.js');
    return emitFiles({
      model,
      templates,
      outputDir,
      previous,
      folders,
      bindings: bindingsOf(options),
      reuse: !isFresh,
    });
  });
  const wanted = await stopwatch.time('plan', () => wantedOf(model));
  const origin = originOf(project, model, wanted);
  const write = async (): Promise<WriteResult & { readonly migration: MigrationPlan }> => {
    const migration = withoutMigration
      ? NO_MIGRATION
      : await stopwatch.time('plan', () => planNext(given, project, wanted));
    await stopwatch.time('syntax', () => checkSyntax([...changed, ...migration.files]));
    const { projectRoot } = options;
    const input = { projectRoot, outputDir, files, previous, origin, migration };
    await given.schemaChanges?.write();
    return { ...(await stopwatch.time('write', () => writeFiles(input))), migration };
  };
  const result = withoutMigration ? await write() : await asOnlyWriter(outputDir, write);
  const notices = [...result.migration.demands, ...describeSecurityChanges(previous.security ?? {}, model)];
  const copies = await copyClient(project);
  return { ...result, copies, notices, timings: stopwatch.timings() };
}

const bindingsOf = ({ client }: GeneratorOptions): readonly string[] => client?.bindings ?? [];

/** Updates client copies at every run, because another repository may have been reset. */
async function copyClient({ options, outputDir }: Project): Promise<CopiesResult> {
  const folders = options.client?.out ?? [];
  return writeCopies({ projectRoot: options.projectRoot, outputDir, folders });
}

/**
 * Compares `generated/` with the output for `schemas/` without writing. Renders everything, to detect edited files and
 * forgotten runs.
 * @throws StaleOutputError with every file that differs.
 * @throws SchemaErrors with every problem of every schema file.
 */
export async function check(given: GenerateOptions): Promise<void> {
  const stopwatch = createStopwatch();
  const project = await prepare(given, stopwatch);
  const { outputDir, previous, templates, texts, options } = project;
  const folders = await loadFolders(schemaFolders(options.features));
  const model = await buildProject({ texts, options, folders }, stopwatch);
  const { emitFiles } = await import('./emit/emit-files.js');
  const { files } = await emitFiles({ model, templates, outputDir, folders, bindings: bindingsOf(options) });
  const wanted = wantedOf(model);
  const migration = await planNext({ ...given, allowDestructive: true }, project, wanted);
  const { findEditedMigrations } = await import('./migrate/edited-migrations.js');
  const edited = await findEditedMigrations(outputDir);
  const origin = originOf(project, model, wanted);
  const { projectRoot } = options;
  await checkFiles({ projectRoot, outputDir, files, previous, origin, migration, edited });
  await checkCopies({ projectRoot, outputDir, folders: options.client?.out ?? [] });
}

interface Project {
  readonly options: GeneratorOptions;
  readonly outputDir: string;
  readonly texts: readonly SchemaText[];
  readonly templates: Templates;
  readonly previous: OwnedFiles;
  readonly origin: Pick<Origin, 'generator' | 'inputs'>;
  readonly isFresh: boolean;
  readonly knownTypes: ModelCachePlace;
}

/** Cache of validated types. Version control ignores its folder. */
const KNOWN_TYPES = '.cms/known-types.jsonl';

async function prepare(given: GenerateOptions, stopwatch: Stopwatch): Promise<Project> {
  const { projectRoot } = given;
  const outputDir = join(projectRoot, OUTPUT_FOLDER);
  return stopwatch.time('load', async () => {
    const [names, templates, previous] = await Promise.all([
      given.readsConfiguration === true ? readConfiguredNames(projectRoot, given.code) : {},
      loadTemplates(),
      readOwnedFiles({ projectRoot, outputDir }),
    ]);
    const options = { tablePrefix: DEFAULT_TABLE_PREFIX, ...given, ...names };
    const present = await readSchemas(projectRoot, schemaFolders(options.features));
    const texts = changedTexts(present, given.schemaChanges);
    const described = describeOptions(options);
    const origin = { generator: generatorHash(templates), inputs: hashInputs(texts, described) };
    const basis = textHash([origin.generator, described].join('\0'));
    const knownTypes = { path: join(projectRoot, KNOWN_TYPES), basis };
    // Code of the project that generates files may have changed.
    const hasFolders = options.features?.some(({ schemas }) => schemas !== undefined) === true;
    const isFresh = given.fresh ?? (hasFolders || isInRepository(projectRoot));
    return { options, outputDir, texts, templates, previous, origin, isFresh, knownTypes };
  });
}

/** Returns the schema files with the pending changes. */
function changedTexts(
  present: readonly SchemaText[],
  changes: SchemaChanges | undefined,
): readonly SchemaText[] {
  if (changes === undefined) return present;
  const kept = present.filter(({ file }) => file === undefined || !changes.texts.has(file));
  const written = [...changes.texts].flatMap(([file, text]): SchemaText[] =>
    text === null ? [] : [{ path: file.slice(SCHEMAS_FOLDER.length + 1), file, text }],
  );
  return [...kept, ...written].sort((one, other) => compareText(one.path, other.path));
}

/** Whether the project belongs to the repository of the generator. */
function isInRepository(projectRoot: string): boolean {
  const path = relative(dirname(packageRoot(import.meta.url)), projectRoot);
  return !path.startsWith('..') && !isAbsolute(path) && !path.includes('node_modules');
}

/** Target state of the tables, with its serialized form. */
type Wanted = Pick<MigrationRequest, 'wanted' | 'snapshot'>;

function wantedOf(model: ProjectModel): Wanted {
  const wanted = { tables: model.tables, types: storedTypes(model) };
  return { wanted, snapshot: printSnapshot(wanted) };
}

function planNext(
  given: GenerateOptions,
  { outputDir, templates }: Project,
  wanted: Wanted,
): Promise<MigrationPlan> {
  return planMigration({
    outputDir,
    ...wanted,
    templates,
    allowDestructive: given.allowDestructive ?? false,
    now: given.now?.() ?? new Date(),
  });
}

function originOf({ origin }: Project, model: ProjectModel, { snapshot }: Wanted): Origin {
  return { ...origin, snapshot: textHash(snapshot), security: securityOf(model) };
}
