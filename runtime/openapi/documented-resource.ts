import type { SchemaObject } from 'openapi3-ts/oas31';
import type { FieldDescriptor, JsonTypeName, ResourceDescriptor } from '../kernel/contract/resource.js';
import { COMPONENT_BASE_FIELDS } from '../model/base-fields.js';

/** What the documentation tells of a type beside its members. */
export type DocumentedDescriptor = Omit<ResourceDescriptor, 'attributes' | 'validate' | 'fields'>;

/** A type as the documentation describes it, built in or generated. */
export interface DocumentedResource {
  readonly descriptor: DocumentedDescriptor;
  /** Path of one record: `/component/titles/{id}`. */
  readonly itemPath: string;
  readonly identifier: string;
  readonly uploadFields: readonly string[];
  /** By component name: `Title.jsonld`, `Title.jsonld-input`, and the shapes of the type. */
  readonly schemas: Readonly<Record<string, SchemaObject>>;
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
      if (!field.readable) return { type: 'string', format: 'password', ...note };
      return field.answers === undefined ? note : { type: JSON_TYPES[field.answers], ...note };
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
