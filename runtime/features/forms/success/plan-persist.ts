import type { FieldDescriptor } from '../../../kernel/contract/resource.js';
import type { FormDefinition, FormFieldDefinition } from '../../../kernel/contract/forms.js';
import type { RegisteredResource, ResourceRegistry } from '../../../kernel/metadata/resource-registry.js';
import { FIELD_TYPES } from '../engine/field-types.js';
import type { FormTypes } from '../form-types.js';
import type { PersistPlan } from './persist-flow.js';

/** Says what is wrong at a key of a form type. */
export type Report = (key: string, problem: string, advice: string) => void;

/** What `persist` names, when each value of the form has a member to be stored in. */
export function planPersist(
  definition: FormDefinition,
  { registry, types }: { readonly registry: ResourceRegistry; readonly types: FormTypes },
  report: Report,
): PersistPlan | undefined {
  const { persist } = definition;
  if (persist === undefined) return undefined;
  const { type, returnData = true } = typeof persist === 'string' ? { type: persist } : persist;
  const resource = registry.get(type);
  if (resource === undefined) {
    report('persist', `nothing is stored as "${type}"`, 'name a type of the project, or User');
    return undefined;
  }
  const find = (name: string): readonly FormFieldDefinition[] => types.find(name)?.definition.fields ?? [];
  for (const field of storedFields(definition, find)) checkMember(field, resource, report);
  return { resource, returnsData: returnData };
}

/** Fields whose values stand in the data of the form itself, through those that inherit it. */
function storedFields(
  { fields, honeypot }: Pick<FormDefinition, 'fields' | 'honeypot'>,
  find: (type: string) => readonly FormFieldDefinition[],
): readonly FormFieldDefinition[] {
  return fields.flatMap((field) => {
    const { type = field.fields === undefined ? 'text' : 'form', mapped, inherit_data: inherits } = field;
    if (mapped === false || field.name === honeypot || FIELD_TYPES.get(type)?.isButton === true) return [];
    return inherits === true ? storedFields({ fields: field.fields ?? find(type) }, find) : [field];
  });
}

function checkMember(field: FormFieldDefinition, resource: RegisteredResource, report: Report): void {
  const name = field.property_path ?? field.name;
  const member = resource.field(name);
  const key = `fields.${field.name}`;
  if (member === undefined || !isWritten(member)) {
    const problem = `${resource.name} has no member "${name}" that the value could be stored in`;
    report(key, problem, 'name one by "property_path", or write "mapped": false');
    return;
  }
  const isFile = field.type === 'file';
  if (isFile && field.multiple === true)
    report(key, `"${name}" of ${resource.name} holds no list of files`, 'remove "multiple"');
  else if (isFile !== (member.kind === 'upload')) {
    const problem = isFile
      ? `"${name}" of ${resource.name} holds no file`
      : `"${name}" of ${resource.name} holds a file`;
    report(key, problem, isFile ? 'name an upload field by "property_path"' : 'write "type": "file"');
  }
}

const isWritten = ({ writable }: FieldDescriptor): boolean => writable;
