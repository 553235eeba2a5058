import type { JsonObject } from '../../../kernel/contract/json.js';
import { KINDS } from '../revision-parameters.js';
import { documentTerms } from '../../../kernel/serializer/document-terms.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';

/** Returns a response with a document of one of the schemas. */
export function documentOf(
  description: string,
  ...schemas: readonly (keyof typeof HISTORY_SCHEMAS)[]
): JsonObject {
  const [first = {}, ...others] = schemas.map((name): JsonObject => ({
    $ref: `#/components/schemas/${name}`,
  }));
  return answerOf(description, others.length === 0 ? first : { anyOf: [first, ...others] });
}

/** Descriptions of the problems that all endpoints report. */
export const PROBLEMS = {
  400: 'The path or a parameter is invalid.',
  404: 'The record or revision does not exist, or the caller is not allowed to read it.',
} as const;

const NUMBER = { type: 'integer', minimum: 1 };
const MOMENT = { type: 'string', format: 'date-time' };

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

/** Schemas of the endpoints. */
export const HISTORY_SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Revision: {
    type: 'object',
    properties: {
      ...WHAT_WAS_DONE,
      kind: {
        description: 'Kind of change of a record, or kind of revision in the list of the site.',
        enum: ['created', 'updated', 'deleted', ...KINDS],
      },
      account: {
        description: 'User that was changed or impersonated.',
        type: 'string',
        format: 'iri-reference',
      },
      details: {
        description:
          'Details: changed members of a user, status, method and path pattern of a rejected write, or the content of an export.',
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
    description: 'A revision with its changed records.',
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
              description: 'IRI of the record. Absent if its type no longer exists.',
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
    description: 'The members that differ between two revisions of a record.',
    type: 'object',
    properties: {
      from: NUMBER,
      to: NUMBER,
      members: { type: 'array', items: { $ref: '#/components/schemas/MemberComparison' } },
    },
  },
  MemberComparison: {
    description:
      'A member before and after; null if it is absent. Details are omitted if the values are too different to compare quickly.',
    type: 'object',
    required: ['member', 'before', 'after'],
    properties: {
      member: { type: 'string' },
      before: {},
      after: {},
      words: { ...PARTS, description: 'Differences of a text, in order.' },
      entries: {
        ...PARTS,
        description: 'Differences of a list of references or texts, in order.',
      },
      paths: {
        description:
          'Differences of other JSON, by path. `before` or `after` is absent if the path does not exist.',
        type: 'array',
        items: {
          type: 'object',
          required: ['path'],
          properties: {
            path: { type: 'string', description: 'JSON Pointer (RFC 6901).' },
            before: {},
            after: {},
          },
        },
      },
    },
  },
};

/** JSON-LD terms of the members of the responses. */
export const HISTORY_CONTEXTS: Readonly<Record<string, JsonObject>> = {
  Revisions: documentTerms('Revisions', { iris: ['next', 'account'], lists: ['revisions'] }),
  RevisionRecords: documentTerms('RevisionRecords', { iris: ['next'], lists: ['records'] }),
  UndoneRevision: documentTerms('UndoneRevision', { iris: ['records'] }),
  RestoredPage: documentTerms('RestoredPage', { iris: ['records', 'shared'], lists: [] }),
  RevisionComparison: documentTerms('RevisionComparison', { lists: ['members'] }),
};
