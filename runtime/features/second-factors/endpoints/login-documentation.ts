import type { DescribeOperation } from '../../../kernel/contract/http/api-part.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { answer, body } from './schemas.js';

const TICKET: JsonObject = {
  type: 'string',
  description: 'Ticket from the sign-in response. Default: the ticket of the cookie.',
};
const CODE: JsonObject = {
  type: 'string',
  description: 'Six-digit code of the authenticator app, or a recovery code.',
};
const CHALLENGE: JsonObject = { type: 'string', description: '`challengeId` of the options.' };
const CREDENTIAL: JsonObject = {
  type: 'object',
  additionalProperties: true,
  description: 'Credential from the browser, serialized with `toJSON()`.',
};
const SIGNED_IN: JsonObject = { description: 'Signed in. The response sets the session cookies.' };
const EXAMPLE_TICKET = 'tVLT0UtkdBp2XnWYzVYkB6rZ1vQ0m3aF9cJ8eH7iG5s';
const USUAL = refusals('BadRequest', 'Unauthorized', 'UnsupportedMediaType', 'TooManyRequests');
const NO_PASSKEYS = refusals('NotFound');
/** No session is required. A caller with a session may sign in as another user. */
const OPEN = { security: [] };

export const BY_CODE: JsonObject = {
  ...OPEN,
  summary: 'Completes a sign-in with a code.',
  description:
    'Accepts a code of the authenticator app or a recovery code. A ticket is valid for five minutes, a code only once. Ten wrong codes in fifteen minutes, or fifty in a day, result in 429 for the account.',
  requestBody: body({ ticket: TICKET, code: CODE }, ['code'], { ticket: EXAMPLE_TICKET, code: '492039' }),
  responses: { '204': SIGNED_IN, ...USUAL },
};

export const OFFER: JsonObject = {
  ...OPEN,
  summary: 'Returns whether sign-in with passkeys is available.',
  description: 'For sign-in pages that show a button for it.',
  responses: { '200': answer('Whether passkeys are configured.', 'PasskeySignIn') },
};

export const OPTIONS: JsonObject = {
  ...OPEN,
  summary: 'Creates the options of a sign-in with a passkey.',
  description:
    'With a ticket, the browser offers the passkeys of the account. Without a ticket, it offers all passkeys of the site, and no password is required.',
  requestBody: body({ ticket: TICKET }, [], {}),
  responses: { '200': answer('Options for the browser.', 'PasskeyOptions'), ...USUAL, ...NO_PASSKEYS },
};

export const BY_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Signs in with a passkey.',
  description:
    'The passkey replaces the password and the second factor, because the device verifies the user with a PIN or biometrics.',
  requestBody: body({ challengeId: CHALLENGE, credential: CREDENTIAL }, ['challengeId', 'credential'], {
    challengeId: EXAMPLE_TICKET,
    credential: { id: 'AAAA', type: 'public-key' },
  }),
  responses: { '204': SIGNED_IN, ...USUAL, ...NO_PASSKEYS },
};

export const BEGIN_APP: JsonObject = {
  ...OPEN,
  summary: 'Creates the secret of an authenticator app for a user who needs a second factor.',
  description:
    'Requires the ticket of a sign-in response with `mfa.enrol`. The secret is returned only once.',
  requestBody: body({ ticket: TICKET }, [], { ticket: EXAMPLE_TICKET }),
  responses: {
    '200': answer('The secret.', 'TotpSecret'),
    ...USUAL,
    '409': problem('The account already has an authenticator app.'),
  },
};

export const CONFIRM_APP: JsonObject = {
  ...OPEN,
  summary: 'Confirms the authenticator app with a code, and signs in.',
  description: 'The recovery codes are returned only once.',
  requestBody: body({ ticket: TICKET, code: CODE }, ['code'], { ticket: EXAMPLE_TICKET, code: '492039' }),
  responses: {
    '200': answer('Signed in; the recovery codes.', 'RecoveryCodes'),
    ...USUAL,
    '409': problem('The account has no unconfirmed authenticator app.'),
  },
};

export const BEGIN_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Creates the options of the first passkey for a user who needs a second factor.',
  description: 'Requires the ticket of a sign-in response with `mfa.enrol`.',
  requestBody: body({ ticket: TICKET }, [], { ticket: EXAMPLE_TICKET }),
  responses: { '200': answer('Options for the browser.', 'PasskeyOptions'), ...USUAL, ...NO_PASSKEYS },
};

export const ADD_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Adds the first passkey, and signs in.',
  description: 'The recovery codes are returned only once.',
  requestBody: body(
    {
      ticket: TICKET,
      challengeId: CHALLENGE,
      credential: CREDENTIAL,
      name: { type: 'string', maxLength: 100 },
    },
    ['challengeId', 'credential'],
    {
      ticket: EXAMPLE_TICKET,
      challengeId: EXAMPLE_TICKET,
      credential: { id: 'AAAA', type: 'public-key' },
      name: 'Phone',
    },
  ),
  responses: {
    '200': answer('Signed in; the recovery codes.', 'RecoveryCodes'),
    ...USUAL,
    ...NO_PASSKEYS,
    '409': problem('The passkey is already registered.'),
  },
};

const TEXTS: JsonObject = { type: 'array', items: { type: 'string' } };
const MORE_ASKED: JsonObject = {
  type: 'object',
  description: 'Second factor that is required after a correct password. Absent if none is required.',
  required: ['ticket', 'expiresIn', 'methods'],
  properties: {
    ticket: { type: 'string', description: 'Continues the sign-in; valid once.' },
    expiresIn: { type: 'integer', description: 'Lifetime of the ticket in seconds.' },
    methods: { ...TEXTS, description: 'Second factors of the user, one of which is required.' },
    enrol: { ...TEXTS, description: 'Second factors that the user can add, one of which is required.' },
  },
};
const NOT_SIGNED_IN: JsonObject = {
  description:
    'The user name or password is wrong, or a second factor is required. In the second case, `mfa` describes it.',
  content: {
    'application/json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Unauthorized' },
          { type: 'object', properties: { mfa: MORE_ASKED } },
        ],
      },
      example: { code: 401, message: 'Invalid credentials.' },
    },
  },
};

/** Documents the second step in the response of `POST /login` (contract decision 116). */
export const describeSignIn: DescribeOperation = (operation, { method, path }) =>
  method === 'POST' && path === '/login'
    ? { ...operation, responses: { ...objectOf(operation['responses']), '401': NOT_SIGNED_IN } }
    : operation;
