import type { JsonObject } from '../../../kernel/contract/json.js';

const MEMBER_KINDS = [
  ...(['string', 'text', 'html', 'integer', 'number', 'decimal'] as const),
  ...(['boolean', 'date', 'datetime', 'time', 'enum'] as const),
  ...(['iri', 'iris', 'json', 'list', 'object', 'file'] as const),
];

/** Kind of a member, which selects its input. */
export type MemberKind = (typeof MEMBER_KINDS)[number];

const TEXT: JsonObject = { type: 'string' };
const TEXTS: JsonObject = { type: 'array', items: TEXT };
const FLAG: JsonObject = { type: 'boolean' };
const SCHEMA: JsonObject = { type: 'object', description: 'A JSON Schema without references.' };

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

/** Absent for types that no form creates records of. */
const FORMS: JsonObject = {
  type: 'array',
  items: object({
    name: TEXT,
    fields: {
      type: 'array',
      items: object({ member: TEXT, label: { type: ['string', 'null'] }, type: TEXT }),
      description: 'The members that store the values, in the order of the form.',
    },
  }),
};

const withForms = (properties: Readonly<Record<string, JsonObject>>, more: JsonObject): JsonObject => ({
  ...object(properties, more),
  properties: { ...properties, forms: FORMS },
});

/** Schemas of the operations of the model and of background work. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  AdminModel: object({
    service: object({
      version: TEXT,
      prefix: { ...TEXT, description: 'Path prefix of the API.' },
      frontEnd: {
        type: ['string', 'null'],
        description: 'Origin of the front end, if configured.',
      },
      hub: { type: ['string', 'null'], description: 'URL of the hub for real-time updates.' },
      changes: {
        type: ['string', 'null'],
        description: 'Path of an event stream that reports changes of types. Only in development.',
      },
    }),
    me: object({
      iri: { type: 'string', format: 'iri-reference' },
      username: TEXT,
      roles: { ...TEXTS, description: 'Stored roles.' },
      granted: { ...TEXTS, description: 'Stored and implied roles.' },
    }),
    types: listOf('AdminType'),
    features: { ...TEXTS, description: 'Names of the features with documented endpoints.' },
  }),
  AdminType: withForms(
    {
      name: TEXT,
      path: { ...TEXT, description: 'Path of the collection, without the prefix.' },
      group: { ...TEXT, enum: ['component', 'page_data', 'structure', 'site', 'people'] },
      description: { type: ['string', 'null'] },
      may: object(flags('list', 'read', 'create', 'update', 'delete', 'publish'), {
        description:
          'Permissions that do not depend on a record. Access to individual records can still be denied.',
      }),
      publishable: {
        ...object({ field: TEXT, publishedAssociation: TEXT, draftAssociation: TEXT }),
        type: ['object', 'null'],
        description: 'Names of the members for publication; null for types without drafts.',
      },
      timestamps: {
        ...object({ created: TEXT, modified: TEXT }),
        type: ['object', 'null'],
        description:
          'Names of the members with the creation and modification time; null for types without them.',
      },
      positionRestricted: {
        ...FLAG,
        description: 'Whether only groups with the type in `allowedComponents` accept its components.',
      },
      files: TEXTS,
      members: listOf('AdminMember'),
      input: SCHEMA,
      patch: SCHEMA,
      rules: {
        type: 'object',
        description:
          'Rules for `inputSchema` and `patchSchema` of a generated client, in addition to the schema.',
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
        'A type that the caller can list or create. `forms` lists the forms that store submissions as this type.',
    },
  ),
  AdminMember: object(
    {
      name: TEXT,
      kind: { ...TEXT, enum: MEMBER_KINDS },
      schema: SCHEMA,
      ...flags('required', 'nullable', 'readOnly', 'writeOnly', 'createOnly'),
      targets: { ...TEXTS, description: 'Names of the types that can be referenced.' },
      constraints: {
        type: 'array',
        items: { type: 'object' },
        description:
          'Constraints of the value or file that clients can check, in the notation of schema files.',
      },
    },
    { description: 'A member that the caller can read or write.' },
  ),
};
