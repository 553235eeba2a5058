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
export const refusals = (...names: readonly SharedProblem[]): JsonObject =>
  Object.fromEntries(
    Object.entries(SHARED_PROBLEMS)
      .filter(([, name]) => names.includes(name))
      .map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

/** Component names of shared error responses, by status. */
export const SHARED_PROBLEMS = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  412: 'PreconditionFailed',
  413: 'ContentTooLarge',
  415: 'UnsupportedMediaType',
  422: 'UnprocessableContent',
  429: 'TooManyRequests',
  503: 'ServiceUnavailable',
} as const;

type SharedProblem = (typeof SHARED_PROBLEMS)[keyof typeof SHARED_PROBLEMS];
