import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, collectionOf, refusals } from '../../../kernel/serializer/operation-parts.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const IRI: JsonObject = { type: 'string', format: 'iri-reference' };
const PREVIEW: JsonObject = { $ref: '#/components/schemas/Preview' };

const REFUSALS = refusals('Unauthorized', 'Forbidden');

/** OpenAPI schemas of the operations below. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  Preview: {
    type: 'object',
    description: 'A link that shows a page before it is public.',
    required: ['@type', 'createdAt', 'expiresAt'],
    properties: {
      '@type': { type: 'string', enum: ['Preview'] },
      id: {
        type: 'string',
        format: 'uuid',
        description: 'Id of the link, which differs from the token.',
      },
      maker: { ...IRI, description: 'User who created the link.' },
      accessToken: {
        ...IRI,
        description:
          'Access token that created the link, which is deleted with the token. Absent if a user created it.',
      },
      page: IRI,
      pageData: IRI,
      route: IRI,
      revision: {
        type: 'integer',
        description: 'Revision whose texts are shown instead of the current ones.',
      },
      path: { type: 'string', description: 'Path of the page at the time the link is opened.' },
      token: {
        type: 'string',
        description: 'The secret of the link. Returned only when the link is created.',
      },
      createdAt: DATE,
      expiresAt: DATE,
    },
  },
};

export const MAKE: JsonObject = {
  summary: 'Creates a preview link.',
  description:
    'Requires the permission for drafts. Requests with the token (`Preview` header or `?preview=`) can read what the creator of the link can read on that page.',
  requestBody: {
    required: true,
    content: {
      'application/ld+json': {
        schema: {
          type: 'object',
          properties: {
            page: IRI,
            pageData: IRI,
            route: IRI,
            expiresAt: DATE,
            revision: { type: 'integer', minimum: 1 },
          },
        },
        example: { route: '/_/routes//' },
      },
    },
  },
  responses: {
    '201': answerOf('The link, with its token.', PREVIEW),
    ...refusals('BadRequest'),
    ...REFUSALS,
    ...refusals('UnsupportedMediaType', 'UnprocessableContent'),
  },
};

export const LIST: JsonObject = {
  summary: 'Lists the preview links of the caller. Administrators see all links.',
  description:
    'Requires the permission for drafts. Tokens are not included. `next` is the URL of the next page.',
  parameters: [
    {
      name: 'before',
      in: 'query',
      description: 'Cursor from `next` of the previous page.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': answerOf(
      'A page of 30 active links, the newest first, without tokens.',
      collectionOf(PREVIEW, { next: IRI }),
    ),
    ...refusals('BadRequest'),
    ...REFUSALS,
  },
};

export const OPEN: JsonObject = {
  summary: 'Sets the preview cookie in a browser.',
  description:
    'The path contains the token of the link. The cookie permits reading until the link expires. Signed-in users remain signed in.',
  responses: {
    '200': answerOf('The page that the link shows, and its expiry date.', PREVIEW),
    ...refusals('BadRequest'),
    ...refusals('NotFound'),
  },
};

export const REVOKE: JsonObject = {
  summary: 'Revokes a preview link.',
  description: 'The path contains the id of the link. Requires its creator or an administrator.',
  responses: {
    '204': { description: 'The link is revoked.' },
    ...refusals('BadRequest'),
    ...REFUSALS,
    ...refusals('NotFound'),
  },
};
