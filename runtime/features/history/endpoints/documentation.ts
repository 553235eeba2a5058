import type { JsonObject } from '../../../kernel/contract/json.js';
import { KINDS } from '../revision-parameters.js';
import { documentTerms } from '../../../kernel/serializer/document-terms.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';

/** Documents a response with one of the schemas. */
export const documented = (...schemas: readonly (keyof typeof HISTORY_SCHEMAS)[]): JsonObject => {
  const [first, ...others] = schemas.map((schema) => ({ $ref: `#/components/schemas/${schema}` }));
  const schema: JsonObject = others.length === 0 ? { ...first } : { anyOf: [{ ...first }, ...others] };
  return { content: { 'application/ld+json': { schema } } };
};

export const REFUSALS: JsonObject = {
  '400': problem('The address or a parameter cannot be read.'),
  ...refusals('Unauthorized', 'Forbidden'),
  '404': problem('There is no such record or revision, or the caller may not read it.'),
};

const parameter = (name: string, description: string, schema: JsonObject) => ({
  name,
  in: 'query',
  description,
  schema,
});

const NUMBER = { type: 'integer', minimum: 1 };
const MOMENT = { type: 'string', format: 'date-time' };

export const REVISION_PARAMETERS = {
  before: parameter('before', 'The number of the last revision of the page before.', NUMBER),
  after: parameter('after', 'The id of the last record of the page before; `next` has it.', {
    type: 'string',
    format: 'uuid',
  }),
  compare: parameter('compare', 'The number of the revision to compare with.', NUMBER),
  author: parameter('author', 'The id of an account.', { type: 'string', format: 'uuid' }),
  type: parameter('type', 'The name of a type that was changed.', { type: 'string' }),
  kind: parameter('kind', 'What was done; `change` for changes of records.', {
    type: 'string',
    enum: [...KINDS],
  }),
  from: parameter('from', 'Made at this moment or later.', MOMENT),
  until: parameter('until', 'Made before this moment.', MOMENT),
};

const text = { type: ['string', 'null'] };

const PARTS = {
  type: 'array',
  items: {
    type: 'object',
    required: ['value'],
    properties: { value: { type: 'string' }, added: { const: true }, removed: { const: true } },
  },
};

const WHAT_WAS_DONE = {
  number: NUMBER,
  madeAt: MOMENT,
  author: text,
  requestId: text,
  reason: text,
  useCase: text,
} as const;

/** Schemas for the documentation of the endpoints. */
export const HISTORY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Revision: {
    type: 'object',
    properties: {
      ...WHAT_WAS_DONE,
      kind: {
        description: 'What became of a record; in the list of the site what was done.',
        enum: ['created', 'updated', 'deleted', ...KINDS],
      },
      account: {
        description: 'The account that it was done to, or as which it was done.',
        type: 'string',
        format: 'iri-reference',
      },
      details: {
        description:
          'Names of the changed members of an account; status, method and pattern of a refused write; what was exported.',
        type: 'string',
      },
      isDraft: { type: 'boolean' },
      members: { type: 'array', items: { type: 'string' } },
      changes: { type: 'integer' },
    },
  },
  Revisions: {
    type: 'object',
    properties: {
      revisions: { type: 'array', items: { $ref: '#/components/schemas/Revision' } },
      next: { type: 'string', format: 'uri-reference' },
    },
  },
  RevisionRecords: {
    description: 'A revision with the records that it wrote.',
    type: 'object',
    properties: {
      ...WHAT_WAS_DONE,
      kind: { const: 'change' },
      changes: { type: 'integer' },
      records: {
        type: 'array',
        items: {
          type: 'object',
          required: ['type', 'kind', 'isDraft'],
          properties: {
            '@id': {
              description: 'Absent where the type is gone.',
              type: 'string',
              format: 'iri-reference',
            },
            type: { type: 'string' },
            kind: { enum: ['created', 'updated', 'deleted'] },
            isDraft: { type: 'boolean' },
          },
        },
      },
      next: { type: 'string', format: 'uri-reference' },
    },
  },
  UndoneRevision: {
    type: 'object',
    properties: {
      number: NUMBER,
      records: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
      leftOut: { type: 'array', items: { type: 'string' } },
    },
  },
  PageMoment: {
    type: 'object',
    required: ['at'],
    properties: { at: { ...MOMENT, description: 'A moment that is past.' } },
  },
  RestoredPage: {
    type: 'object',
    properties: {
      at: MOMENT,
      records: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
      shared: { type: 'array', items: { type: 'string', format: 'iri-reference' } },
      leftOut: { type: 'array', items: { type: 'string' } },
    },
  },
  FormerState: { description: 'A document of the type.', type: 'object' },
  RevisionComparison: {
    description: 'The members in which two states of a record differ.',
    type: 'object',
    properties: {
      from: NUMBER,
      to: NUMBER,
      members: { type: 'array', items: { $ref: '#/components/schemas/MemberComparison' } },
    },
  },
  MemberComparison: {
    description:
      'A member in both states, null where it is absent, and how they differ, unless they are too different to be compared in a moment.',
    type: 'object',
    required: ['member', 'before', 'after'],
    properties: {
      member: { type: 'string' },
      before: {},
      after: {},
      words: { ...PARTS, description: 'Of a text: its parts, old and new, in their order.' },
      entries: {
        ...PARTS,
        description: 'Of a list of references or texts: its entries, old and new, in their order.',
      },
      paths: {
        description: 'Of other JSON: the places that differ. A side that lacks the place is left out.',
        type: 'array',
        items: {
          type: 'object',
          required: ['path'],
          properties: {
            path: { type: 'string', description: 'A JSON Pointer (RFC 6901).' },
            before: {},
            after: {},
          },
        },
      },
    },
  },
};

/** JSON-LD terms of the response members. */
export const HISTORY_CONTEXTS: Readonly<Record<string, JsonObject>> = {
  Revisions: documentTerms('Revisions', { iris: ['next', 'account'], lists: ['revisions'] }),
  RevisionRecords: documentTerms('RevisionRecords', { iris: ['next'], lists: ['records'] }),
  UndoneRevision: documentTerms('UndoneRevision', { iris: ['records'] }),
  RestoredPage: documentTerms('RestoredPage', { iris: ['records', 'shared'], lists: [] }),
  RevisionComparison: documentTerms('RevisionComparison', { lists: ['members'] }),
};
