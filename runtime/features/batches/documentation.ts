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
      id: {
        ...ID,
        description:
          'Id of the operation. In later operations, `$id` is replaced with the IRI in its response.',
      },
      method: { type: 'string', enum: [...HTTP_METHODS] },
      path: {
        type: 'string',
        description: 'Path with or without the prefix of the API. Can contain `$id` of an earlier operation.',
      },
      headers: HEADERS,
      body: {
        type: 'object',
        description:
          'Texts that consist of `$id` are replaced with the IRI. `$$id` stands for the text `$id`.',
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
        description: 'Status of the operation. 424 if it was not run because another operation failed.',
      },
      headers: HEADERS,
      body: { description: 'Response body of the operation.' },
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
  summary: 'Runs several operations in one request.',
  description:
    'Runs each operation like a separate request. If one of them writes, all are stored or none: after the first failure, the response has its status, `operation` its index, and `results` its body. If all operations read, each has its own status.',
  requestBody: {
    required: true,
    content: { 'application/ld+json': { schema: { $ref: '#/components/schemas/BatchRequest' } } },
  },
  responses: {
    '200': answerOf('The responses, in the order of the operations.', { $ref: '#/components/schemas/Batch' }),
    '400': problem('The body, or that of an operation, is invalid.'),
    ...refusals('Unauthorized', 'Forbidden'),
    '404': problem('An operation references a resource that does not exist.'),
    '409': problem('An operation conflicts with stored data.'),
    '412': problem('`If-Match` of an operation does not match the current version.'),
    '413': problem('The body is too large.'),
    '415': problem('The media type of the body is not JSON.'),
    '422': problem('The list of operations is invalid, or one of them failed.'),
  },
};
