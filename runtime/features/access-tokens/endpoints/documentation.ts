import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, bodyOf, collectionOf, refusals } from '../../../kernel/serializer/operation-parts.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const DATE_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' };
const IRI: JsonObject = { type: 'string', format: 'iri-reference' };
const TOKEN: JsonObject = { $ref: '#/components/schemas/AccessToken' };

const REFUSALS = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const NOT_FOUND = refusals('NotFound');
const REFUSED_BODIES = refusals('UnsupportedMediaType', 'UnprocessableContent');

const FOR_WHOM = 'For super administrators who signed in; no token may ask this.';

const NAME: JsonObject = { type: 'string', maxLength: 100, description: 'What it is for.' };
const SCOPES: JsonObject = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: 200,
  description:
    '`OPERATION:TYPE` with read, create, update, delete or publish and a type or `*` (every type except User); `drafts`; `accounts`; `*` for all that its owner may, except drafts and accounts.',
};

/** Schemas that the operations below refer to. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  AccessToken: {
    type: 'object',
    description: 'A token with which a machine calls the API in the name of an account, within scopes.',
    required: ['@id', '@type', 'id', 'name', 'owner', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'],
    properties: {
      '@id': IRI,
      '@type': { type: 'string', enum: ['AccessToken'] },
      id: { type: 'string', format: 'uuid' },
      name: NAME,
      owner: { ...IRI, description: 'The account that it acts for, and never exceeds.' },
      scopes: SCOPES,
      token: { type: 'string', description: 'The secret: in the answer that makes it, and never again.' },
      createdAt: DATE,
      expiresAt: { ...DATE_OR_NULL, description: 'Null for a token without an end.' },
      lastUsedAt: { ...DATE_OR_NULL, description: 'Up to a minute old; null before its first use.' },
      made: {
        type: 'array',
        items: IRI,
        maxItems: 200,
        description: 'The newest previews and webhooks that it made, which end with it. Not in lists.',
      },
    },
  },
};

export const MAKE: JsonObject = {
  summary: 'Makes a token for a machine.',
  description: `${FOR_WHOM} The secret \`token\` is shown this once. It is sent as \`Authorization: Bearer\`.`,
  requestBody: bodyOf(
    'application/ld+json',
    {
      type: 'object',
      required: ['name', 'scopes'],
      properties: {
        name: NAME,
        scopes: SCOPES,
        owner: { ...IRI, description: 'The caller by default.' },
        expiresAt: DATE_OR_NULL,
      },
    },
    { name: 'website', scopes: ['read:*'] },
  ),
  responses: { '201': answerOf('The token, with its secret.', TOKEN), ...REFUSALS, ...REFUSED_BODIES },
};

export const LIST: JsonObject = {
  summary: 'Lists the tokens of all accounts, the newest first.',
  description: `${FOR_WHOM} \`next\` leads to older ones.`,
  parameters: [
    {
      name: 'before',
      in: 'query',
      description: 'The place behind which the page begins, as `next` of the page before names it.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': answerOf('Thirty tokens, without their secrets.', collectionOf(TOKEN, { next: IRI })),
    ...REFUSALS,
  },
};

export const READ: JsonObject = {
  summary: 'Reads a token, without its secret.',
  description: FOR_WHOM,
  responses: { '200': answerOf('The token.', TOKEN), ...REFUSALS, ...NOT_FOUND },
};

export const CHANGE: JsonObject = {
  summary: 'Changes the name of a token, or its end.',
  description: `${FOR_WHOM} Other scopes, or another owner, are another token.`,
  requestBody: bodyOf(
    'application/merge-patch+json',
    { type: 'object', properties: { name: NAME, expiresAt: DATE_OR_NULL } },
    { name: 'website' },
  ),
  responses: {
    '200': answerOf('The token as it is now.', TOKEN),
    ...REFUSALS,
    ...NOT_FOUND,
    ...REFUSED_BODIES,
  },
};

export const REVOKE: JsonObject = {
  summary: 'Ends a token.',
  description: `${FOR_WHOM} The next request with it is refused, whichever process it reaches.`,
  responses: {
    '204': { description: 'The token is of no use any more.' },
    ...REFUSALS,
    ...NOT_FOUND,
  },
};
