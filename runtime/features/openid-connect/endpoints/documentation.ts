import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf, collectionOf, refusals } from '../../../kernel/serializer/operation-parts.js';
import { LONGEST_REDIRECT } from '../redirect-targets.js';

const DATE: JsonObject = { type: 'string', format: 'date-time' };
const REDIRECT: JsonObject = {
  name: 'redirect',
  in: 'query',
  description:
    'Target after the sign-in: a path, or a URL with an origin in `user.email_links.allowed_origins`. Default: the home page.',
  schema: { type: 'string', maxLength: LONGEST_REDIRECT },
};

const list = (of: string): JsonObject => collectionOf({ $ref: `#/components/schemas/${of}` });

const led = (description: string): JsonObject => ({
  description,
  headers: {
    Location: { description: 'URL of the next page.', schema: { type: 'string', format: 'uri' } },
  },
});

const UNKNOWN = refusals('BadRequest', 'NotFound');
const UNAVAILABLE = refusals('ServiceUnavailable');
const REFUSALS = refusals('Unauthorized', 'Forbidden');

/** OpenAPI schemas of the operations below. */
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

export const PROVIDERS: JsonObject = {
  summary: 'Lists the providers for single sign-on.',
  description: 'Public, so that front ends can show a button for each provider.',
  responses: { '200': answerOf('The providers, in the order of the configuration.', list('SignInProvider')) },
};

export const START: JsonObject = {
  summary: 'Redirects a browser to a provider for sign-in.',
  description:
    'For navigation, not for `fetch`. Afterwards, the browser is redirected back and is signed in, or `sign_in_error` contains the reason of a failure. With `sign_in=challenged`, a second factor is required.',
  parameters: [REDIRECT],
  responses: {
    '302': led('Redirects to the provider and sets a cookie that identifies the browser.'),
    ...UNKNOWN,
    ...UNAVAILABLE,
  },
};

export const CALLBACK: JsonObject = {
  summary: 'Completes a sign-in after the redirect from the provider.',
  description: 'Redirect URI that is registered with the provider. Clients do not call it.',
  parameters: ['code', 'state', 'iss', 'error'].map((name) => ({
    name,
    in: 'query',
    description: 'Value from the provider.',
    schema: { type: 'string' },
  })),
  responses: {
    '302': led('Redirects to the target of the sign-in, with session cookies or with `sign_in_error`.'),
    ...UNKNOWN,
    ...refusals('TooManyRequests'),
  },
};

export const LOGOUT: JsonObject = {
  summary: 'Signs the user out, and redirects the browser to the provider to sign out there.',
  description:
    'For navigation, not for `fetch`. Redirects directly to `redirect` if the provider does not support sign-out.',
  parameters: [REDIRECT],
  responses: {
    '302': led('Signed out. Redirects to the next page.'),
    ...UNKNOWN,
    ...refusals('Forbidden'),
  },
};

export const BACKCHANNEL: JsonObject = {
  summary: 'Receives the sign-out of a user from a provider.',
  description:
    'For providers (OpenID Connect Back-Channel Logout). Ends all sessions of the account that is linked to `sub` of the token.',
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
  summary: 'Lists the providers that are linked to the user.',
  description: 'Sorted by date, the oldest first. Requires a session of the account itself.',
  responses: { '200': answerOf('The links.', list('Identity')), ...REFUSALS },
};

export const LINK: JsonObject = {
  summary: 'Starts to link the user to a provider.',
  description:
    'Returns the URL for the browser. Afterwards, the browser is redirected to `redirect`; if linking failed, `sign_in_error` contains the reason. Requires a session of the account itself.',
  parameters: [REDIRECT],
  responses: {
    '200': answerOf('The URL for the browser.', {
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
  summary: 'Unlinks the user from a provider.',
  description: 'The account and its sessions remain. Requires a session of the account itself.',
  responses: {
    '204': { description: 'The provider is unlinked.' },
    ...UNKNOWN,
    ...REFUSALS,
  },
};
