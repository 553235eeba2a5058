import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, bodyOf, collectionOf, refusals } from '../../../kernel/serializer/operation-parts.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const DATE_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' };
const IRI: JsonObject = { type: 'string', format: 'iri-reference' };
const TOKEN: JsonObject = { $ref: '#/components/schemas/AccessToken' };

const REFUSALS = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const NOT_FOUND = refusals('NotFound');
const REFUSED_BODIES = refusals('UnsupportedMediaType', 'UnprocessableContent');

const FOR_WHOM = 'Requires the session of a super administrator; access tokens are not accepted.';

const NAME: JsonObject = { type: 'string', maxLength: 100, description: 'Name that describes the purpose.' };
const SCOPES: JsonObject = {
  type: 'array',
  items: { type: 'string' },
  minItems: 1,
  maxItems: 200,
  description:
    '`OPERATION:TYPE`, where the operation is read, create, update, delete or publish, and the type is a name or `*` (every type except User). Other scopes: `drafts`, `accounts`, and `*` for all permissions of the owner except drafts and accounts.',
};

/** Schemas of the operations below. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  AccessToken: {
    type: 'object',
    description: 'A token with which a program calls the API on behalf of a user, limited to scopes.',
    required: ['@id', '@type', 'id', 'name', 'owner', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'],
    properties: {
      '@id': IRI,
      '@type': { type: 'string', enum: ['AccessToken'] },
      id: { type: 'string', format: 'uuid' },
      name: NAME,
      owner: {
        ...IRI,
        description:
          'User on whose behalf the token acts. The token never has more permissions than this user.',
      },
      scopes: SCOPES,
      token: { type: 'string', description: 'The secret. Returned only when the token is created.' },
      createdAt: DATE,
      expiresAt: { ...DATE_OR_NULL, description: 'Expiry date; null for a token that does not expire.' },
      lastUsedAt: {
        ...DATE_OR_NULL,
        description: 'Time of the last use, accurate to one minute; null before the first use.',
      },
      made: {
        type: 'array',
        items: IRI,
        maxItems: 200,
        description:
          'The newest previews and webhooks that the token created, which are deleted with it. Not included in lists.',
      },
    },
  },
};

export const MAKE: JsonObject = {
  summary: 'Creates an access token.',
  description: `${FOR_WHOM} The secret \`token\` is returned only once. Clients send it as \`Authorization: Bearer\`.`,
  requestBody: bodyOf(
    'application/ld+json',
    {
      type: 'object',
      required: ['name', 'scopes'],
      properties: {
        name: NAME,
        scopes: SCOPES,
        owner: { ...IRI, description: 'Default: the caller.' },
        expiresAt: DATE_OR_NULL,
      },
    },
    { name: 'website', scopes: ['read:*'] },
  ),
  responses: { '201': answerOf('The token, with its secret.', TOKEN), ...REFUSALS, ...REFUSED_BODIES },
};

export const LIST: JsonObject = {
  summary: 'Lists the access tokens of all users, the newest first.',
  description: `${FOR_WHOM} \`next\` is the URL of the next page.`,
  parameters: [
    {
      name: 'before',
      in: 'query',
      description: 'Cursor from `next` of the previous page.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': answerOf('A page of 30 tokens, without secrets.', collectionOf(TOKEN, { next: IRI })),
    ...REFUSALS,
  },
};

export const READ: JsonObject = {
  summary: 'Retrieves an access token, without its secret.',
  description: FOR_WHOM,
  responses: { '200': answerOf('The token.', TOKEN), ...REFUSALS, ...NOT_FOUND },
};

export const CHANGE: JsonObject = {
  summary: 'Changes the name or expiry date of an access token.',
  description: `${FOR_WHOM} To change scopes or owner, create another token.`,
  requestBody: bodyOf(
    'application/merge-patch+json',
    { type: 'object', properties: { name: NAME, expiresAt: DATE_OR_NULL } },
    { name: 'website' },
  ),
  responses: {
    '200': answerOf('The changed token.', TOKEN),
    ...REFUSALS,
    ...NOT_FOUND,
    ...REFUSED_BODIES,
  },
};

export const REVOKE: JsonObject = {
  summary: 'Revokes an access token.',
  description: `${FOR_WHOM} All processes reject the token from the next request on.`,
  responses: {
    '204': { description: 'The token is revoked.' },
    ...REFUSALS,
    ...NOT_FOUND,
  },
};
