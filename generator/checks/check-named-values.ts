import type { JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import type {
  FieldDefinition,
  JsonSchemaNode,
  JsonTypeKeyword,
  ResourceDefinition,
} from '../schema/definition.js';
import { type CheckContext, fieldKind, allFields, type CheckedFile } from '../schema/schema-set.js';
import {
  allNodes,
  allowedValues,
  fieldOwners,
  fieldsOf,
  type FieldOwner,
  platformMembers,
} from './owners.js';
import { jsonType, withArticle } from '../schema/check-structure.js';
import { createFaultFinder, faultOfRules, type FindFault, type ValueFault } from './value-faults.js';
import { didYouMean } from 'cms-api-components/internal/kernel/util/text/suggest.js';

/** Checks that defaults, constants and enum values comply with the rules of their field. */
export function checkNamedValues(context: CheckContext): void {
  const findFault = createFaultFinder(context);
  for (const owner of fieldOwners(context)) {
    checkDefaults(owner, findFault);
    checkAllowed(owner, findFault);
  }
}

function checkDefaults(owner: FieldOwner, findFault: FindFault): void {
  for (const { name, field, place } of fieldsOf(owner)) {
    const { default: value } = field;
    if (value === undefined) continue;
    const isRequired = owner.definition.required?.includes(name) === true;
    const fault =
      fieldKind(field) === 'scalar'
        ? (faultOfNull(field, isRequired) ?? findFault(field, value, owner) ?? faultOfRules(field, value))
        : { message: 'relations, uploads and computed fields have no default', hint: 'Remove "default".' };
    if (fault === undefined) continue;
    place
      .below('default')
      .report(`The default ${JSON.stringify(value)} is invalid: ${fault.message}.`, fault.hint);
  }
}

/** Reports null as the value of a required member. */
function faultOfNull(field: FieldDefinition, isRequired: boolean): ValueFault | undefined {
  if (field.default !== null || !isRequired) return undefined;
  return {
    message: 'the member is required',
    hint: 'Remove "default", or remove the member from "required".',
  };
}

/** Checks that values of `enum` and `const` comply with the other keywords, in nested objects and lists too. */
function checkAllowed(owner: FieldOwner, findFault: FindFault): void {
  const fields = new Map<JsonSchemaNode, FieldDefinition>(fieldsOf(owner).map(({ field }) => [field, field]));
  for (const { node, place } of allNodes(owner)) {
    const { enum: values, const: only, ...rules } = node;
    if (values === undefined && only === undefined) continue;
    const field = fields.get(node);
    const types = typeof node.type === 'string' ? [node.type] : (node.type ?? []);
    for (const [value, at] of allowedValues({ node, place })) {
      if (types.length > 0 && !isOfSomeType(value, types)) {
        at.report(
          `${JSON.stringify(value)} is ${nameOf(value)}, but the type is "${types.join('" or "')}".`,
          hintFor(value, types),
        );
        continue;
      }
      if (value === null) continue;
      const isEvaluated = field?.['x-constraints'] !== undefined;
      const fault = findFault(rules, value, owner) ?? (isEvaluated ? faultOfRules(field, value) : undefined);
      if (fault !== undefined)
        at.report(`The value ${JSON.stringify(value)} is invalid: ${fault.message}.`, fault.hint);
    }
  }
}

/** Whether a value has one of the JSON types. */
const isOfSomeType = (value: JsonValue, types: readonly JsonTypeKeyword[]): boolean =>
  types.some((type) => isOfType(value, type));

function isOfType(value: JsonValue, type: JsonTypeKeyword): boolean {
  if (type === 'integer') return Number.isInteger(value);
  return type === jsonType(value);
}

const nameOf = (value: JsonValue): string => (value === null ? 'null' : withArticle(jsonType(value)));

function hintFor(value: JsonValue, types: readonly string[]): string {
  if (value === null) return `Add "null" to the type, or remove the value.`;
  if (types.includes('string') && typeof value !== 'object')
    return `Write ${JSON.stringify(String(value))}, or change the type.`;
  return 'Change the value or the type.';
}

/** Checks that example bodies of a type name existing members and include all required ones. */
export function checkExamples(context: CheckContext): void {
  for (const file of context.resources) {
    file.definition.examples?.forEach((example, index) => {
      if (typeof example !== 'object' || example === null) return; // reported by the meta-schema
      checkExample(context, file, { example, index });
    });
  }
}

interface PlacedExample {
  readonly example: object;
  readonly index: number;
}

function checkExample(
  { byTitle }: CheckContext,
  file: CheckedFile<ResourceDefinition>,
  { example, index }: PlacedExample,
): void {
  const { definition, place } = file;
  const fields = allFields(file, byTitle);
  const known = [...fields.keys(), 'id', ...platformMembers(definition).map(({ name }) => name)];
  const here = place.below('examples', index);
  for (const name of Object.keys(example)) {
    if (!known.includes(name))
      here
        .below(name)
        .report(`${definition.title} has no field ${JSON.stringify(name)}.`, didYouMean(name, known));
    else if (fields.get(name)?.readOnly === true)
      here
        .below(name)
        .report(`${JSON.stringify(name)} is read-only, so bodies can't contain it.`, 'Remove it.');
  }
  for (const name of definition.required ?? []) {
    if (!(name in example) && fields.get(name)?.default === undefined)
      here.report(`The example has no ${JSON.stringify(name)}, which is required.`, 'Add it.');
  }
}
