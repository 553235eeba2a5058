import type { JsonObject } from '../../../kernel/contract/json.js';
import { refusals } from '../../../kernel/serializer/operation-parts.js';

const MEMBER_KINDS = [
  ...(['string', 'text', 'html', 'integer', 'number', 'decimal'] as const),
  ...(['boolean', 'date', 'datetime', 'time', 'enum'] as const),
  ...(['iri', 'iris', 'json', 'list', 'object', 'file'] as const),
];

/** Editor kind of a member. */
export type MemberKind = (typeof MEMBER_KINDS)[number];

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const FLAG: JsonObject = { type: 'boolean' };
const SCHEMA: JsonObject = { type: 'object', description: 'A JSON Schema that refers to nothing.' };

const object = (properties: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  ...more,
});

const flags = (...names: readonly string[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(names.map((name) => [name, FLAG]));

const listOf = (name: string): JsonObject => ({
  type: 'array',
  items: { $ref: `#/components/schemas/${name}` },
});

/** Omitted for types that no form creates records of. */
const FORMS: JsonObject = {
  type: 'array',
  items: object({
    name: TEXT,
    fields: {
      type: 'array',
      items: object({ member: TEXT, label: { type: ['string', 'null'] }, type: TEXT }),
      description: 'The members that values are stored in, in the order of the form.',
    },
  }),
};

const withForms = (properties: Readonly<Record<string, JsonObject>>, more: JsonObject): JsonObject => ({
  ...object(properties, more),
  properties: { ...properties, forms: FORMS },
});

/** Schemas for the model and background work operations. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  AdminModel: object({
    service: object({
      version: TEXT,
      prefix: { ...TEXT, description: 'Path below which the API is served.' },
      frontEnd: {
        type: ['string', 'null'],
        description: 'Origin of the front end, where one is configured.',
      },
      hub: { type: ['string', 'null'], description: 'Address of the hub of real-time updates.' },
      changes: {
        type: ['string', 'null'],
        description: 'In development: path of the stream that tells when there are other types.',
      },
    }),
    me: object({
      iri: { type: 'string', format: 'iri-reference' },
      username: TEXT,
      roles: { ...TEXTS, description: 'As they are stored.' },
      granted: { ...TEXTS, description: 'With all that they imply.' },
    }),
    types: listOf('AdminType'),
    features: { ...TEXTS, description: 'Names of the features whose endpoints are documented.' },
  }),
  AdminType: withForms(
    {
      name: TEXT,
      path: { ...TEXT, description: 'Path of the list below the prefix.' },
      group: { ...TEXT, enum: ['component', 'page_data', 'structure', 'site', 'people'] },
      description: { type: ['string', 'null'] },
      may: object(flags('list', 'read', 'create', 'update', 'delete', 'publish'), {
        description: 'By all that can be said without a record; single ones may still be refused.',
      }),
      publishable: {
        ...object({ field: TEXT, publishedAssociation: TEXT, draftAssociation: TEXT }),
        type: ['object', 'null'],
        description: 'Names of the members that publication is kept in; null for types without drafts.',
      },
      timestamps: {
        ...object({ created: TEXT, modified: TEXT }),
        type: ['object', 'null'],
        description:
          'Names of the members that say when a record was made and changed; null for types that do not tell.',
      },
      positionRestricted: {
        ...FLAG,
        description: 'Only groups that name the type among `allowedComponents` take its components.',
      },
      files: TEXTS,
      members: listOf('AdminMember'),
      input: SCHEMA,
      patch: SCHEMA,
      rules: {
        type: 'object',
        description: 'What `inputSchema` and `patchSchema` of a generated client take beside the schema.',
      },
      search: FLAG,
      orders: TEXTS,
      filters: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'kind'],
          properties: { name: TEXT, kind: TEXT, values: { type: 'array', items: {} } },
        },
      },
    },
    {
      description:
        'A type that the caller may list or create records of. `forms` are those whose submissions are stored as it.',
    },
  ),
  AdminMember: object(
    {
      name: TEXT,
      kind: { ...TEXT, enum: MEMBER_KINDS },
      schema: SCHEMA,
      ...flags('required', 'nullable', 'readOnly', 'writeOnly', 'createOnly'),
      targets: { ...TEXTS, description: 'Names of the types that an IRI may name.' },
      constraints: {
        type: 'array',
        items: { type: 'object' },
        description:
          'Rules of the value or the file, in the notation of schema files, as far as they need no service.',
      },
    },
    { description: 'A member that the caller may read or send.' },
  ),
};

export const MODEL: JsonObject = {
  summary: 'Answers the types of the site as the caller may use them.',
  description:
    'For people who have signed in, with their own session. The admin makes its screens of it: what the caller may neither list nor create, read nor send, is not in it.',
  responses: {
    '200': {
      description: 'The model.',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/AdminModel' } } },
    },
    ...refusals('Unauthorized', 'Forbidden'),
  },
};
