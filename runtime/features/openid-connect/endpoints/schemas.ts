import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, collectionOf } from '../../../kernel/serializer/operation-parts.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
/** Returns a response with a list. */
export const listOf = (description: string, schema: keyof typeof SCHEMAS): JsonObject =>
  answerOf(description, collectionOf({ $ref: `#/components/schemas/${schema}` }));

/** Returns a redirect. */
export const led = (description: string): JsonObject => ({
  description,
  headers: {
    Location: { description: 'URL of the next page.', schema: { type: 'string', format: 'uri' } },
  },
});

/** OpenAPI schemas of the endpoints. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  SignInProvider: {
    type: 'object',
    description: 'An OpenID Connect provider for single sign-on.',
    required: ['@type', 'name', 'label', 'url'],
    properties: {
      '@type': { type: 'string', enum: ['SignInProvider'] },
      name: { type: 'string' },
      label: { type: 'string', description: 'Label for a button.' },
      url: {
        type: 'string',
        format: 'uri-reference',
        description: 'URL that starts the sign-in in a browser.',
      },
    },
  },
  Identity: {
    type: 'object',
    description: 'A link between an account and a provider.',
    required: ['@type', 'provider', 'label', 'createdAt', 'lastUsedAt'],
    properties: {
      '@type': { type: 'string', enum: ['Identity'] },
      provider: { type: 'string' },
      label: { type: 'string' },
      createdAt: DATE,
      lastUsedAt: { ...DATE, type: ['string', 'null'] },
    },
  },
};
