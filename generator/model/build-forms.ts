import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import type { FormDefinition } from '../schema/definition.js';
import type { SchemaSet } from '../schema/schema-set.js';
import { buildFormShapes } from './build-form-shapes.js';
import { contentHash } from './canonicalize.js';
import { formNames } from './naming.js';
import type { FormModel } from './types.js';

/** Form types as they were checked. */
export function buildForms(files: SchemaSet['forms']): FormModel[] {
  const byName = new Map(files.map(({ definition }) => [definition.name, definition]));
  const find = (type: string): FormDefinition | undefined =>
    byName.get(type.slice(type.lastIndexOf('\\') + 1));
  return files.map(({ source, definition }) => {
    const authored: Record<string, unknown> = { ...definition };
    for (const keyword of ['$schema', '$id', '$comment']) delete authored[keyword];
    const body = {
      sourceFile: source.path,
      name: definition.name,
      names: formNames(definition.name),
      // A form definition is a part of a parsed JSON document.
      definition: authored as JsonObject,
      shapes: buildFormShapes(definition, find),
    };
    return { ...body, contentHash: contentHash(body) };
  });
}
