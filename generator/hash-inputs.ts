import { projectResources, projectTables } from '../runtime/metadata/core-resources/project-resources.js';
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

/** What the options allow in schema files, and the built-in resources with their tables. */
export function describeOptions(options: GeneratorOptions): string {
  const { schemasFolder, adapters = null, imageFilters = null, projectCode = null, expressions } = options;
  const known = {
    schemasFolder,
    adapters,
    imageFilters,
    projectCode,
    expressions: expressions !== undefined,
  };
  return [canonicalJson(known), canonicalJson([projectResources([]), projectTables([])])].join('\0');
}
