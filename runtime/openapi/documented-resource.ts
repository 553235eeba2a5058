import type { SchemaObject } from 'openapi3-ts/oas31';
import type { JsonObject } from '../kernel/contract/json.js';
import type {
  CompleteDescriptor,
  FieldDescriptor,
  JsonTypeName,
  ResourceDescriptor,
  ScalarField,
} from '../kernel/contract/schema/resource.js';
import { TIME_OF_DAY } from '../kernel/contract/schema/time-of-day.js';
import { completeDescriptor } from '../kernel/contract/schema/complete-descriptor.js';
import { COMPONENT_BASE_FIELDS } from '../model/base-fields.js';
import { exampleInput } from './example-input.js';
import { createViolationList } from '../kernel/validation/violation-list.js';

/** Facts for the documentation of a type, besides its fields. */
export type DocumentedDescriptor = Omit<CompleteDescriptor, 'attributes' | 'validate' | 'fields'>;

/** A documented type, built-in or generated. */
export interface DocumentedResource {
  readonly descriptor: DocumentedDescriptor;
  /** Path of one record: `/component/titles/{id}`. */
  readonly itemPath: string;
  readonly identifier: string;
  readonly uploadFields: readonly string[];
  /**
   * Bodies that create a record as they are. Empty if a body must reference another record, whose address differs
   * between sites.
   */
  readonly examples: readonly JsonObject[];
  /** Schemas by component name: `Title.jsonld`, `Title.jsonld-input`, and the shapes of the type. */
  readonly schemas: Readonly<Record<string, SchemaObject>>;
}

/** Facts about a type that its descriptor does not contain. */
export interface DocumentedExtras {
  /** Path parameter that identifies a record; `id` by default. */
  readonly identifier?: string;
  /** Required fields of a new record that the rules of the descriptor do not require. */
  readonly required?: readonly string[];
  readonly example?: JsonObject;
}

/** Documents a built-in type from its descriptor. */
export function documentDescriptor(
  given: ResourceDescriptor,
  { identifier = 'id', required = [], example }: DocumentedExtras = {},
): DocumentedResource {
  const descriptor = completeDescriptor(given);
  const fields = [...(descriptor.kind === 'component' ? COMPONENT_BASE_FIELDS : []), ...descriptor.fields];
  const properties = (accept: (field: FieldDescriptor) => boolean) =>
    Object.fromEntries(fields.filter(accept).map((field) => [field.name, memberSchema(field)]));
  const stamps = descriptor.timestamped;
  const stampSchema = { type: 'string', format: 'date-time', readOnly: true } as const;
  const timestamps =
    stamps === undefined
      ? {}
      : { [stamps.createdAtField]: stampSchema, [stamps.modifiedAtField]: stampSchema };
  const note = descriptor.description === undefined ? {} : { description: descriptor.description };
  const input: SchemaObject = {
    type: 'object',
    ...note,
    properties: properties((field) => field.writable),
    required: [...requiredMembers(descriptor), ...required],
  };
  const body = example ?? exampleInput(input);
  return {
    descriptor,
    examples: body === undefined ? [] : [body],
    itemPath: `${descriptor.path}/{${identifier}}`,
    identifier,
    uploadFields: [],
    schemas: {
      [`${descriptor.name}.jsonld`]: {
        type: 'object',
        ...note,
        properties: { ...ENVELOPE, ...properties((field) => field.readable), ...timestamps },
        required: ['@id', '@type'],
      },
      [`${descriptor.name}.jsonld-input`]: input,
    },
  };
}

/** Fields of every document. */
export const ENVELOPE: Readonly<Record<string, SchemaObject>> = {
  '@context': { description: 'IRI of the JSON-LD context, or the context itself.' },
  '@id': { type: 'string', format: 'iri-reference', readOnly: true },
  '@type': { type: 'string', readOnly: true },
  _metadata: {
    type: 'object',
    description: 'Metadata that is not part of the record.',
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
      // A field that is accepted but never shown is documented as a password.
      if (!field.readable) return { type: 'string', format: 'password', ...note };
      return field.answers === undefined ? note : { type: JSON_TYPES[field.answers], ...note };
    case 'upload':
      return { type: ['string', 'null'], ...note };
    case 'scalar': {
      const types = field.accepts.map((name) => JSON_TYPES[name]);
      const format = field.type === 'datetime' ? 'date-time' : field.format;
      return {
        type: field.nullable ? [...types, 'null'] : types,
        ...(format === undefined ? {} : format === 'time' ? { pattern: TIME_OF_DAY.source } : { format }),
        ...(field.accepts.includes('array') ? { items: entrySchema(field) } : {}),
        ...(field.enum === undefined ? {} : { enum: [...field.enum] }),
        ...(field.default === undefined ? {} : { default: field.default }),
        ...(field.length === undefined ? {} : { maxLength: field.length }),
        ...note,
      };
    }
  }
}

const entrySchema = ({ items }: ScalarField): SchemaObject =>
  items === undefined ? {} : { type: JSON_TYPES[items] };

/** Matches every group, because built-in types validate some fields of new records in their own groups. */
const EVERY_GROUP: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

/**
 * Returns the required fields of a new record: those for which the type's rules report an empty body. Running the
 * rules keeps the document correct when they change.
 */
function requiredMembers({ fields, validate }: CompleteDescriptor): readonly string[] {
  const violations = createViolationList();
  const empty = fields.map((field) => [field.name, defaultOf(field)] as const);
  validate(Object.fromEntries(empty), {
    groups: EVERY_GROUP,
    violations,
    // No value of an empty body is compared with it.
    now: new Date(0),
    user: null,
    isGranted: () => true,
  });
  const missed = new Set(violations.items.map(({ propertyPath }) => propertyPath));
  return fields.filter(({ name, writable }) => writable && missed.has(name)).map(({ name }) => name);
}

const defaultOf = (field: FieldDescriptor): unknown =>
  field.kind === 'scalar' ? (field.default ?? null) : null;
