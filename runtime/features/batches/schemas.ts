import type { JsonObject } from '../../kernel/contract/json.js';
import { HTTP_METHODS } from '../../kernel/contract/http/http.js';
import { documentTerms } from '../../kernel/serializer/document-terms.js';
import { ID } from './references.js';

const OPERATION_ID: JsonObject = { type: 'string', pattern: ID.source };
const HEADERS: JsonObject = { type: 'object', additionalProperties: { type: 'string' } };

export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  BatchOperation: {
    type: 'object',
    required: ['id', 'method', 'path'],
    properties: {
      id: {
        ...OPERATION_ID,
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
      id: OPERATION_ID,
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
