import type { FormConstraint, FormFieldDefinition } from '../../runtime/kernel/contract/forms.js';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import type { FormDefinition } from '../schema/definition.js';
import type { SchemaSet } from '../schema/schema-set.js';
import { authoredConstraints } from './build-constraints.js';
import { buildFormShapes } from './build-form-shapes.js';
import { contentHash } from './canonicalize.js';
import { formNames } from './form-names.js';
import type { FormCheckModel, FormModel } from './types.js';

type Find = (type: string) => FormDefinition | undefined;

/** Form types as they were checked, with the constraints of all their nodes. */
export function buildForms(files: SchemaSet['forms']): FormModel[] {
  const byName = new Map(files.map(({ definition }) => [definition.name, definition]));
  const find: Find = (type) => byName.get(type.slice(type.lastIndexOf('\\') + 1));
  return files.map(({ source, definition }) => {
    const authored: Record<string, unknown> = { ...definition };
    for (const keyword of ['$schema', '$id', '$comment']) delete authored[keyword];
    const body = {
      sourceFile: source.path,
      name: definition.name,
      names: formNames(definition.name),
      // A form definition is a part of a parsed JSON document.
      definition: authored as JsonObject,
      checks: [...checkOf('', definition.constraints), ...checksOf(definition.fields, '', find)],
      shapes: buildFormShapes(definition, find),
    };
    return { ...body, contentHash: contentHash(body) };
  });
}

/** Of the nodes below `parent`, by the paths that the engine of forms gives them. */
function checksOf(
  fields: readonly FormFieldDefinition[],
  parent: string,
  find: Find,
): readonly FormCheckModel[] {
  return fields.flatMap((field) => checksOfField(field, below(parent, field.name), find));
}

function checksOfField(
  field: Partial<FormFieldDefinition>,
  path: string,
  find: Find,
): readonly FormCheckModel[] {
  const { type = '', fields = [], constraints = [] } = field;
  if (type === 'collection') {
    const { entry_type: entryType, entry_options: options } = field;
    const entry = { ...(entryType === undefined ? {} : { type: entryType }), ...options };
    return [...checkOf(path, constraints), ...checksOfField(entry, below(path, '*'), find)];
  }
  if (type === 'repeated') return [...checkOf(path, constraints), ...checksOfHalves(field, path, find)];
  const nested = find(type);
  if (nested === undefined) return [...checkOf(path, constraints), ...checksOf(fields, path, find)];
  // The rules of a form go with it; those of the field that it stands in come behind.
  const both = [...(nested.constraints ?? []), ...constraints];
  return [...checkOf(path, both), ...checksOf(nested.fields, path, find)];
}

function checksOfHalves(
  field: Partial<FormFieldDefinition>,
  path: string,
  find: Find,
): readonly FormCheckModel[] {
  const { entry_type: type = 'text', options, first_options: first, second_options: second } = field;
  const { first_name: firstName = 'first', second_name: secondName = 'second' } = field;
  return [
    ...checksOfField({ type, ...options, ...first }, below(path, firstName), find),
    ...checksOfField({ type, ...options, ...second }, below(path, secondName), find),
  ];
}

function checkOf(path: string, constraints: readonly FormConstraint[] = []): readonly FormCheckModel[] {
  return constraints.length === 0 ? [] : [{ path, constraints: authoredConstraints(constraints, '') }];
}

const below = (parent: string, name: string): string => (parent === '' ? name : `${parent}.${name}`);
