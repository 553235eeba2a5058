import type { JsonObject } from '../contract/json.js';
import { COLLECTION } from './collection-writer.js';

/* Building blocks of the OpenAPI operations of feature endpoints. */

/** Returns a response with one document. */
export const answerOf = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/ld+json': { schema } },
});

/** Returns a required request body. */
export const bodyOf = (mediaType: string, schema: JsonObject, example: JsonObject): JsonObject => ({
  required: true,
  content: { [mediaType]: { schema, example } },
});

/** Returns the schema of a list of non-record items; `more` adds members. */
export const collectionOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: {
    '@type': { type: 'string', enum: [COLLECTION] },
    member: { type: 'array', items },
    totalItems: { type: 'integer' },
    ...more,
  },
});

/** Returns a problem response with a description specific to the operation. */
export const problem = (description: string): JsonObject => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Returns shared error responses by their component names. */
export const refusals = (...names: readonly (keyof typeof STATUSES)[]): JsonObject =>
  Object.fromEntries(names.map((name) => [STATUSES[name], { $ref: `#/components/responses/${name}` }]));

const STATUSES = {
  BadRequest: '400',
  Unauthorized: '401',
  Forbidden: '403',
  NotFound: '404',
  UnsupportedMediaType: '415',
  UnprocessableContent: '422',
  TooManyRequests: '429',
  ServiceUnavailable: '503',
} as const;
