import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from 'cms-api-components/internal/kernel/contract/json.js';
import {
  ABSTRACT_COMPONENT,
  ABSTRACT_PAGE_DATA,
} from 'cms-api-components/internal/kernel/contract/schema/resource.js';
import { constraintRules } from 'cms-api-components/internal/openapi/constraint-rules.js';
import type { DocumentedResource } from 'cms-api-components/internal/openapi/documented-resource.js';
import { exampleInput, type ExampleRules } from 'cms-api-components/internal/openapi/example-input.js';
import { EMBEDS } from '../../model/embedded-member.js';
import type { ConstraintModel, ResourceModel } from '../../model/types.js';
import { isJsonObject } from 'cms-api-components/internal/kernel/util/json-object.js';

/** Returns the documentation of a generated type. */
export function documentModel(resource: ResourceModel): DocumentedResource {
  const { descriptor, clientSchemas, fields, examples } = resource;
  const { name } = descriptor;
  const shapes = clientSchemas.read['$defs'];
  const shapeSchemas = Object.entries(isJsonObject(shapes) ? shapes : {}).map(
    ([shape, schema]): [string, SchemaObject] => [`${name}.${shape}`, toSchema(schema, name)],
  );
  const input = toSchema(clientSchemas.input, name);
  const uploadFields = fields.flatMap(({ descriptor: field }) =>
    field.kind === 'upload' ? [field.name] : [],
  );
  const example = exampleInput(input, { without: uploadFields, rules: exampleRules(resource, input) });
  return {
    descriptor,
    itemPath: `${descriptor.path}/{id}`,
    identifier: 'id',
    uploadFields,
    examples: examples ?? (example === undefined ? [] : [example]),
    schemas: {
      [`${name}.jsonld`]: toSchema(clientSchemas.read, name),
      [`${name}.jsonld-input`]: input,
      ...Object.fromEntries(shapeSchemas),
    },
  };
}

/** Returns the rules for a new record: those of the fields and those of the type. */
function exampleRules(
  { descriptor, fields, constraints }: ResourceModel,
  schema: SchemaObject,
): ExampleRules {
  return constraintRules({
    schema,
    groups: ['Default', ...descriptor.validationGroups.create],
    record: constraints.map(notation),
    members: Object.fromEntries(
      fields.map((field) => [field.descriptor.name, field.constraints.map(notation)]),
    ),
  });
}

/** Prints a constraint in the notation of schema files. */
function notation({
  constraint,
  options,
  groups,
  inner = [],
}: ConstraintModel): Readonly<Record<string, JsonObject>> {
  const keys = inner.map(({ key, required, constraints }) => ({
    key,
    required,
    constraints: constraints.map(notation),
  }));
  const [whole] = keys;
  const nested: JsonObject =
    whole === undefined
      ? {}
      : whole.key === undefined
        ? { constraints: whole.constraints }
        : { fields: Object.fromEntries(keys.map(({ key = '', ...rest }) => [key, rest])) as JsonObject }; // `required` is a boolean
  return { [constraint]: { ...options, groups, ...nested } };
}

/** Converts a client schema to an OpenAPI schema: shapes become components, generator keywords are removed. */
function toSchema(value: JsonValue | undefined, type: string): SchemaObject {
  const rewritten = rewrite(value ?? {}, type);
  // JSON Schema objects are valid schema objects in OpenAPI 3.1.
  return rewritten as SchemaObject;
}

/** Keywords whose values are data, even if they look like schemas. */
const VALUES: ReadonlySet<string> = new Set(['default', 'enum', 'const', 'examples', 'required']);

function rewrite(value: JsonValue, type: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry: JsonValue) => rewrite(entry, type));
  if (!isJsonObject(value)) return value;
  const embedded = value[EMBEDS];
  if (typeof embedded === 'string') return embeddingSchema(value, embedded);
  const result: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || key === '$defs' || key === 'tsType') continue;
    if (key === '$ref' && typeof member === 'string') {
      result[key] = `#/components/schemas/${type}.${member.replace('#/$defs/', '')}`;
    } else if (VALUES.has(key)) result[key] = member;
    else if (key === 'properties' && isJsonObject(member)) {
      result[key] = Object.fromEntries(
        Object.entries(member).map(([name, child]) => [name, rewrite(child ?? {}, type)]),
      );
    } else result[key] = rewrite(member, type);
  }
  return result;
}

/** Returns the schema of embedded documents: the target's document, or its IRI if the caller can't read it. */
function embeddingSchema({ type, description }: JsonObject, target: string): JsonObject {
  const isAbstract = target === ABSTRACT_COMPONENT || target === ABSTRACT_PAGE_DATA;
  const document: JsonObject = isAbstract
    ? { type: 'object', additionalProperties: true }
    : { $ref: `#/components/schemas/${target}.jsonld` };
  const options = [document, { type: 'string', format: 'iri-reference' }];
  const isNullable = Array.isArray(type) && type.includes('null');
  return {
    ...(type === 'array'
      ? { type, items: { anyOf: options } }
      : { anyOf: [...options, ...(isNullable ? [{ type: 'null' }] : [])] }),
    ...(description === undefined ? {} : { description }),
  };
}
