import { projectResources, projectTables } from '../runtime/project/project-types.js';
import { canonicalJson } from './model/canonicalize.js';
import type { GeneratorOptions } from './options.js';
import { textHash } from './output/text-hash.js';
import type { SchemaText } from './schema/load-schemas.js';

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
  const features = (options.features ?? []).map(({ name, tables = [] }) => ({ name, tables }));
  const known = {
    tablePrefix,
    adapters,
    imageFilters,
    projectCode,
    // Features are hashed only when there are some, so that projects without them stay up to date.
    ...(features.length === 0 ? {} : { features }),
    expressions: expressions !== undefined,
  };
  return [canonicalJson(known), canonicalJson([projectResources([]), projectTables([])])].join('\0');
}
