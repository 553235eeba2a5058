import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, collectionOf, refusals } from '../../../kernel/serializer/operation-parts.js';
import { LONGEST_REDIRECT } from '../redirect-targets.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const REDIRECT: JsonObject = {
  name: 'redirect',
  in: 'query',
  description:
    'Where the browser is led in the end: a path, or an address of an origin of `user.email_links.allowed_origins`. The front page by default.',
  schema: { type: 'string', maxLength: LONGEST_REDIRECT },
};

const list = (of: string): JsonObject => collectionOf({ $ref: `#/components/schemas/${of}` });

const led = (description: string): JsonObject => ({
  description,
  headers: {
    Location: { description: 'Where it goes on.', schema: { type: 'string', format: 'uri' } },
  },
});

const UNKNOWN = refusals('BadRequest', 'NotFound');
const UNAVAILABLE = refusals('ServiceUnavailable');
const REFUSALS = refusals('Unauthorized', 'Forbidden');

/** OpenAPI schemas of the operations below. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  SignInProvider: {
    type: 'object',
    description: 'A provider of OpenID Connect that people may sign in by.',
    required: ['@type', 'name', 'label', 'url'],
    properties: {
      '@type': { type: 'string', enum: ['SignInProvider'] },
      name: { type: 'string' },
      label: { type: 'string', description: 'For a button.' },
      url: { type: 'string', format: 'uri-reference', description: 'Where a browser goes to sign in.' },
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

export const PROVIDERS: JsonObject = {
  summary: 'Lists the providers by which people may sign in.',
  description: 'For everybody, so that a front end can show their buttons.',
  responses: { '200': answerOf('The providers, in the order of the configuration.', list('SignInProvider')) },
};

export const START: JsonObject = {
  summary: 'Leads a browser to a provider to sign in.',
  description:
    'A page to go to, not to fetch. The browser comes back signed in, or with the reason in `sign_in_error`; with `sign_in=challenged` a second factor is wanted.',
  parameters: [REDIRECT],
  responses: {
    '302': led('The browser goes to the provider, with a cookie that knows it again.'),
    ...UNKNOWN,
    ...UNAVAILABLE,
  },
};

export const CALLBACK: JsonObject = {
  summary: 'Signs in a browser that comes back from a provider.',
  description: 'The address that the service has at the provider. No client calls it.',
  parameters: ['code', 'state', 'iss', 'error'].map((name) => ({
    name,
    in: 'query',
    description: 'As the provider sends it.',
    schema: { type: 'string' },
  })),
  responses: {
    '302': led('Where the sign-in was to lead, with the cookies of a session or with `sign_in_error`.'),
    ...UNKNOWN,
    ...refusals('TooManyRequests'),
  },
};

export const LOGOUT: JsonObject = {
  summary: 'Signs out here, and leads the browser to the provider to sign out there.',
  description:
    'A page to go to, not to fetch. It leads to `redirect` at once where the provider has no such page.',
  parameters: [REDIRECT],
  responses: {
    '302': led('The browser goes on, signed out.'),
    ...UNKNOWN,
    ...refusals('Forbidden'),
  },
};

export const BACKCHANNEL: JsonObject = {
  summary: 'Hears from a provider that somebody has signed out there.',
  description:
    'For providers (OpenID Connect Back-Channel Logout): all sessions of the account end that the `sub` of the token is.',
  requestBody: {
    required: true,
    content: {
      'application/x-www-form-urlencoded': {
        schema: {
          type: 'object',
          required: ['logout_token'],
          properties: { logout_token: { type: 'string' } },
        },
      },
    },
  },
  responses: {
    '200': { description: 'The sessions have ended.' },
    ...UNKNOWN,
    ...refusals('UnsupportedMediaType'),
    ...UNAVAILABLE,
  },
};

export const IDENTITIES: JsonObject = {
  summary: 'Lists the providers that the caller’s account is linked to.',
  description: 'The oldest first. For sessions of the account itself.',
  responses: { '200': answerOf('The links.', list('Identity')), ...REFUSALS },
};

export const LINK: JsonObject = {
  summary: 'Begins to link the caller’s account to a provider.',
  description:
    'Answers the address that the browser is to go to. It comes back to `redirect`, with the reason in `sign_in_error` if it came to nothing. For sessions of the account itself.',
  parameters: [REDIRECT],
  responses: {
    '200': answerOf('Where the browser goes on.', {
      type: 'object',
      required: ['location'],
      properties: { location: { type: 'string', format: 'uri' } },
    }),
    ...UNKNOWN,
    ...REFUSALS,
    ...UNAVAILABLE,
  },
};

export const UNLINK: JsonObject = {
  summary: 'Ends what links the caller’s account to a provider.',
  description: 'The account and its sessions stay. For sessions of the account itself.',
  responses: {
    '204': { description: 'Nobody signs in to the account by that provider any more.' },
    ...UNKNOWN,
    ...REFUSALS,
  },
};
