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
    description: 'A link that shows one page to its visitors before it is public.',
    required: ['@type', 'createdAt', 'expiresAt'],
    properties: {
      '@type': { type: 'string', enum: ['Preview'] },
      id: {
        type: 'string',
        format: 'uuid',
        description: 'Names the link to its makers; it is not the token.',
      },
      maker: { ...IRI, description: 'The user who made it, for those who may list it.' },
      accessToken: {
        ...IRI,
        description: 'The machine token that made it, with which it ends; absent if a person made it.',
      },
      page: IRI,
      pageData: IRI,
      route: IRI,
      revision: {
        type: 'integer',
        description: 'The revision whose texts it shows in place of the present ones.',
      },
      path: { type: 'string', description: 'Path of the route that leads to the page, when it is opened.' },
      token: { type: 'string', description: 'In the answer that makes it, and never again.' },
      createdAt: DATE,
      expiresAt: DATE,
    },
  },
};

export const MAKE: JsonObject = {
  summary: 'Makes a link that shows a page before it is public.',
  description:
    'For callers who may handle drafts. Requests with the token (`Preview`, `?preview=`) see what its maker sees on that page, as visitors.',
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
  summary: 'Lists the links of the caller, and to administrators those of everybody.',
  description:
    'For callers who may handle drafts. Tokens are in the answer that makes a link and nowhere else. `next` leads to older links.',
  parameters: [
    {
      name: 'before',
      in: 'query',
      description: 'The place behind which the page begins, as `next` of the page before names it.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    '200': answerOf(
      'Thirty of the links that are not over, the newest first, without tokens.',
      collectionOf(PREVIEW, { next: IRI }),
    ),
    ...refusals('BadRequest'),
    ...REFUSALS,
  },
};

export const OPEN: JsonObject = {
  summary: 'Sets the cookie that shows a browser the preview.',
  description:
    'The key is the token of a link. The cookie is for reading, until the link ends; somebody who is signed in goes on as that.',
  responses: {
    '200': answerOf('What the link shows, and until when.', PREVIEW),
    ...refusals('BadRequest'),
    ...refusals('NotFound'),
  },
};

export const REVOKE: JsonObject = {
  summary: 'Ends a link.',
  description: 'The key is the id of a link. For its maker and administrators.',
  responses: {
    '204': { description: 'The link shows nothing any more.' },
    ...refusals('BadRequest'),
    ...REFUSALS,
    ...refusals('NotFound'),
  },
};
