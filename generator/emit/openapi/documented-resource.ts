import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../../../runtime/contract/json.js';
import type {
  FieldDescriptor,
  JsonTypeName,
  ResourceDescriptor,
} from '../../../runtime/contract/resource.js';
import { ABSTRACT_COMPONENT, ABSTRACT_PAGE_DATA } from '../../../runtime/contract/resource.js';
import { COMPONENT_BASE_FIELDS } from '../../../runtime/metadata/core-resources/base-fields.js';
import { EMBEDS } from '../../model/embedded-member.js';
import type { DescriptorModel, ResourceModel } from '../../model/types.js';

/** A type as the documentation describes it, built in or generated. */
export interface DocumentedResource {
  readonly descriptor: DescriptorModel;
  /** Path of one record: `/component/titles/{id}`. */
  readonly itemPath: string;
  readonly identifier: string;
  readonly uploadFields: readonly string[];
  /** By component name: `Title.jsonld`, `Title.jsonld-input`, and the shapes of the type. */
  readonly schemas: Readonly<Record<string, SchemaObject>>;
}

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

/** Documentation of a built-in type, from its descriptor. */
export function documentDescriptor(descriptor: ResourceDescriptor, identifier = 'id'): DocumentedResource {
  const fields = [...(descriptor.kind === 'component' ? COMPONENT_BASE_FIELDS : []), ...descriptor.fields];
  const properties = (accept: (field: FieldDescriptor) => boolean) =>
    Object.fromEntries(fields.filter(accept).map((field) => [field.name, memberSchema(field)]));
  const stamps = descriptor.timestamped;
  const stampSchema = { type: 'string', format: 'date-time', readOnly: true } as const;
  const timestamps =
    stamps === undefined
      ? {}
      : { [stamps.createdAtField]: stampSchema, [stamps.modifiedAtField]: stampSchema };
  return {
    descriptor,
    itemPath: `${descriptor.path}/{${identifier}}`,
    identifier,
    uploadFields: [],
    schemas: {
      [`${descriptor.name}.jsonld`]: {
        type: 'object',
        properties: { ...ENVELOPE, ...properties((field) => field.readable), ...timestamps },
        required: ['@id', '@type'],
      },
      [`${descriptor.name}.jsonld-input`]: {
        type: 'object',
        properties: properties((field) => field.writable),
      },
    },
  };
}

/** Members of every document. */
export const ENVELOPE: Readonly<Record<string, SchemaObject>> = {
  '@context': { description: 'IRI of the context, or the context itself.' },
  '@id': { type: 'string', format: 'iri-reference', readOnly: true },
  '@type': { type: 'string', readOnly: true },
  _metadata: {
    type: 'object',
    description: 'Facts about the document that are not part of the record.',
    properties: { persisted: { type: 'boolean' } },
    additionalProperties: true,
    readOnly: true,
  },
};

const JSON_TYPES: Readonly<
  Record<JsonTypeName, 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object'>
> = {
  string: 'string',
  int: 'integer',
  float: 'number',
  bool: 'boolean',
  array: 'array',
  object: 'object',
};

function memberSchema(field: FieldDescriptor): SchemaObject {
  const note = field.description === undefined ? {} : { description: field.description };
  const iri = { type: 'string', format: 'iri-reference' } as const;
  switch (field.kind) {
    case 'to-many':
      return { type: 'array', items: iri, ...note };
    case 'to-one':
    case 'inverse-one':
      return { type: ['string', 'null'], format: 'iri-reference', ...note };
    case 'computed':
      // What is accepted but never shown is a password.
      return field.readable ? note : { type: 'string', format: 'password', ...note };
    case 'upload':
      return { type: ['string', 'null'], ...note };
    case 'scalar': {
      const types = field.accepts.map((name) => JSON_TYPES[name]);
      const format = field.type === 'datetime' ? 'date-time' : field.format;
      return {
        type: field.nullable ? [...types, 'null'] : types,
        ...(format === undefined ? {} : { format }),
        ...(field.enum === undefined ? {} : { enum: [...field.enum] }),
        ...(field.default === undefined ? {} : { default: field.default }),
        ...(field.length === undefined ? {} : { maxLength: field.length }),
        ...note,
      };
    }
  }
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
