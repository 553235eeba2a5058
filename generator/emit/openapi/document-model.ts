import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../../../runtime/kernel/contract/json.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../../../runtime/kernel/contract/resource.js';
import type { DocumentedResource } from '../../../runtime/openapi/documented-resource.js';
import { EMBEDS } from '../../model/embedded-member.js';
import type { ResourceModel } from '../../model/types.js';

/** Documentation of a generated type. */
export function documentModel(resource: ResourceModel): DocumentedResource {
  const { descriptor, clientSchemas, fields } = resource;
  const shapes = clientSchemas.read['$defs'];
  const shapeSchemas = Object.entries(isObject(shapes) ? shapes : {}).map(
    ([name, shape]): [string, SchemaObject] => [
      `${descriptor.name}.${name}`,
      toSchema(shape, descriptor.name),
    ],
  );
  return {
    descriptor,
    itemPath: `${descriptor.path}/{id}`,
    identifier: 'id',
    uploadFields: fields.flatMap(({ descriptor: field }) => (field.kind === 'upload' ? [field.name] : [])),
    schemas: {
      [`${descriptor.name}.jsonld`]: toSchema(clientSchemas.read, descriptor.name),
      [`${descriptor.name}.jsonld-input`]: toSchema(clientSchemas.input, descriptor.name),
      ...Object.fromEntries(shapeSchemas),
    },
  };
}

/** A client schema as a component of the document: shapes become components, generator keywords go. */
function toSchema(value: JsonValue | undefined, type: string): SchemaObject {
  const rewritten = rewrite(value ?? {}, type);
  // A JSON Schema object is a schema object of OpenAPI 3.1.
  return rewritten as SchemaObject;
}

function rewrite(value: JsonValue, type: string): JsonValue {
  if (Array.isArray(value)) return value.map((entry: JsonValue) => rewrite(entry, type));
  if (!isObject(value)) return value;
  const embedded = value[EMBEDS];
  if (typeof embedded === 'string') return embeddingSchema(value, embedded);
  const result: Record<string, JsonValue> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || key === '$defs' || key === 'tsType') continue;
    if (key === '$ref' && typeof member === 'string') {
      result[key] = `#/components/schemas/${type}.${member.replace('#/$defs/', '')}`;
    } else if (key === 'default' || key === 'enum' || key === 'const' || key === 'required')
      result[key] = member;
    else if (key === 'properties' && isObject(member)) {
      result[key] = Object.fromEntries(
        Object.entries(member).map(([name, child]) => [name, rewrite(child ?? {}, type)]),
      );
    } else result[key] = rewrite(member, type);
  }
  return result;
}

/** Documents of the target, or the IRI of what the caller may not read; lists and nulls as they are declared. */
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

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
