import { checkLimits } from './limits/check-limits.js';
import { buildModel } from './model/build-model.js';
import { type ModelCache, readModelCache, writeModelCache } from './model/model-cache.js';
import type { ProjectModel, ApiModel } from './model/types.js';
import type { GeneratorOptions } from './options.js';
import type { Stopwatch } from './output/stopwatch.js';
import { createTypeCheck } from './render/check-syntax.js';
import type { LoadedFolder } from './schema-folders.js';
import { hashGroups } from './schema/group-hashes.js';
import { parseSchemas, type SchemaText } from './schema/load-schemas.js';
import type { TableDefinition } from 'cms-api-components/internal/kernel/contract/database/table.js';
import type { FeatureTables } from 'cms-api-components/internal/project/feature-tables.js';
import {
  projectTables as tablesOf,
  storedTypes as typesOf,
} from 'cms-api-components/internal/project/project-types.js';
import type { NamedType } from 'cms-api-components/internal/kernel/contract/database/schema-state.js';

export interface BuildInput {
  readonly texts: readonly SchemaText[];
  readonly options: GeneratorOptions;
  /** Folders of features; default: those of the built-in ones. */
  readonly folders?: readonly LoadedFolder[];
  /** Cache of unchanged types. Without it, all types are validated and built. */
  readonly cache?: ModelCachePlace;
}

export interface ModelCachePlace {
  readonly path: string;
  /** Hash of the inputs other than schema files. */
  readonly basis: string;
}

/**
 * Builds the model of the schema files.
 * @throws SchemaErrors with every problem of every schema file.
 */
export async function buildProject(input: BuildInput, stopwatch: Stopwatch): Promise<ProjectModel> {
  const { texts, options, folders, cache } = input;
  const loaded = await stopwatch.time('load', () => parseSchemas(texts));
  const groups = cache === undefined ? NONE : hashGroups(loaded.sources, cache.basis);
  const known: ModelCache =
    cache === undefined ? NONE : await stopwatch.time('load', () => readModelCache(cache.path, groups));
  const schemas = await stopwatch.time('validate', async () => {
    // Loading the parser takes longer than all checks, and few sites use `tsType`.
    const hasTypes = texts.some(({ text }) => text.includes('"tsType"'));
    const types = hasTypes ? { isType: await createTypeCheck() } : {};
    const given = { ...options, ...types, ...(folders === undefined ? {} : { folders }) };
    const { validateSchemas } = await import('./checks/validate-schemas.js');
    return validateSchemas(loaded, given, (source) => known.has(source.path));
  });
  const model = await stopwatch.time('build', () =>
    buildModel(schemas, (sourceFile) => known.get(sourceFile)?.model),
  );
  if (cache !== undefined && model.resources.length !== known.size)
    await stopwatch.time('write', () => writeModelCache(cache.path, model.resources, { groups, known }));
  const project = await stopwatch.time('build', () => ({
    ...model,
    tables: projectTables(model, options.features),
  }));
  await stopwatch.time('validate', () => checkLimits(project, options.tablePrefix));
  return project;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * Returns the tables of a project's database. The runtime creates its models from the same tables.
 * @throws ConfigError if a feature table conflicts with another table.
 */
export function projectTables(
  { resources, user }: ApiModel,
  features: readonly FeatureTables[] = [],
): readonly TableDefinition[] {
  const sources = resources.map(({ descriptor, fields }) => ({
    ...descriptor,
    fields: fields.map((field) => field.descriptor),
  }));
  return tablesOf(sources, user?.fields.map(({ descriptor }) => descriptor) ?? [], features);
}

/** Returns every stored type with its current and previous names. */
export function storedTypes({ resources }: ApiModel): readonly NamedType[] {
  return typesOf(resources.map(({ descriptor }) => descriptor));
}
