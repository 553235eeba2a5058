import type { JsonObject } from '../contract/json.js';
import { COLLECTION } from './collection-writer.js';

/* Parts of the OpenAPI operations by which features document their endpoints. */

/** An answer that is one document. */
export const answerOf = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/ld+json': { schema } },
});

/** A body that has to be sent. */
export const bodyOf = (mediaType: string, schema: JsonObject, example: JsonObject): JsonObject => ({
  required: true,
  content: { [mediaType]: { schema, example } },
});

/** The schema of a list of what is no record; `more` are members beside those of every list. */
export const collectionOf = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: {
    '@type': { type: 'string', enum: [COLLECTION] },
    member: { type: 'array', items },
    totalItems: { type: 'integer' },
    ...more,
  },
});

/** A refusal whose reason is that of the operation. */
export const problem = (description: string): JsonObject => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Error' } } },
});

/** Refusals that are the same everywhere, by their names among the responses of the document. */
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
