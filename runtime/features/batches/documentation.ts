import type { JsonObject } from '../../kernel/contract/json.js';
import { HTTP_METHODS } from '../../kernel/contract/http/http.js';
import { documentTerms } from '../../kernel/serializer/document-terms.js';
import { answerOf, problem, refusals } from '../../kernel/serializer/operation-parts.js';
import { MOST_OPERATIONS } from './operation.js';

const ID: JsonObject = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' };
const HEADERS: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };

export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  BatchRequest: {
    type: 'object',
    required: ['operations'],
    properties: {
      operations: {
        type: 'array',
        minItems: 1,
        maxItems: MOST_OPERATIONS,
        items: { $ref: '#/components/schemas/BatchOperation' },
      },
    },
  },
  BatchOperation: {
    type: 'object',
    required: ['id', 'method', 'path'],
    properties: {
      id: { ...ID, description: 'In later operations `$id` stands for the IRI that this one answers.' },
      method: { type: 'string', enum: [...HTTP_METHODS] },
      path: { type: 'string', description: 'With or without the prefix of the API; `$id` for an IRI.' },
      headers: HEADERS,
      body: {
        type: 'object',
        description: 'Texts that are `$id` as a whole are IRIs; `$$id` is the text `$id`.',
      },
    },
  },
  BatchResult: {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: ID,
      status: {
        type: 'integer',
        description: '424 for what is not done because another operation was refused.',
      },
      headers: HEADERS,
      body: { description: 'The document that a request of its own answers.' },
    },
  },
  Batch: {
    type: 'object',
    required: ['results'],
    properties: {
      results: { type: 'array', items: { $ref: '#/components/schemas/BatchResult' } },
    },
  },
};

export const CONTEXTS: Readonly<Record<string, JsonObject>> = {
  Batch: documentTerms('Batch', { lists: ['results'] }),
};

export const RUN: JsonObject = {
  summary: 'Answers several requests in one; what they write is stored together, or nothing is.',
  description:
    'Each operation is answered as a request of its own. Where one writes, the first that is refused undoes all: the answer has its status, `operation` its index, and `results` its body. Where all of them read, each has its own status.',
  requestBody: {
    required: true,
    content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/BatchRequest' } } },
  },
  responses: {
    '200': answerOf('The answers, in the order of the operations.', { $ref: '#/components/schemas/Batch' }),
    '400': problem('The body, or that of an operation, cannot be read.'),
    ...refusals('Unauthorized', 'Forbidden'),
    '404': problem('An operation names what is not there.'),
    '409': problem('An operation clashes with what is stored.'),
    '412': problem('The `If-Match` of an operation names another version.'),
    '413': problem('The body is too large.'),
    '415': problem('The body is of another type than JSON.'),
    '422': problem('The operations cannot be understood, or one of them was refused.'),
  },
};
