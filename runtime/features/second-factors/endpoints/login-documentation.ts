import type { DescribeOperation } from '../../../kernel/contract/http/api-part.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import { objectOf } from '../../../kernel/util/json-object.js';
import { answer, body } from './schemas.js';

const TICKET: JsonObject = {
  type: 'string',
  description: 'From the answer of the sign-in; without it that of the cookie.',
};
const CODE: JsonObject = { type: 'string', description: 'Six digits of the app, or a recovery code.' };
const CHALLENGE: JsonObject = { type: 'string', description: 'From the options.' };
const CREDENTIAL: JsonObject = {
  type: 'object',
  additionalProperties: true,
  description: 'What the browser answered, by `toJSON()`.',
};
const SIGNED_IN: JsonObject = { description: 'Signed in; the cookies are those of a sign-in.' };
const EXAMPLE_TICKET = 'tVLT0UtkdBp2XnWYzVYkB6rZ1vQ0m3aF9cJ8eH7iG5s';
const USUAL = refusals('BadRequest', 'Unauthorized', 'UnsupportedMediaType', 'TooManyRequests');
const NO_PASSKEYS = refusals('NotFound');
/** No session is required. A caller with a session may sign in as another user. */
const OPEN = { security: [] };

export const BY_CODE: JsonObject = {
  ...OPEN,
  summary: 'Goes on with a sign-in by a code.',
  description:
    'Of the authenticator app or a recovery code. A ticket lasts five minutes; a code counts once. Ten wrong codes in fifteen minutes, or fifty in a day, are 429 for the account.',
  requestBody: body({ ticket: TICKET, code: CODE }, ['code'], { ticket: EXAMPLE_TICKET, code: '492039' }),
  responses: { '204': SIGNED_IN, ...USUAL },
};

export const OFFER: JsonObject = {
  ...OPEN,
  summary: 'Says whether people may sign in by a passkey.',
  description: 'For pages that show a button for it.',
  responses: { '200': answer('Whether passkeys are configured.', 'PasskeySignIn') },
};

export const OPTIONS: JsonObject = {
  ...OPEN,
  summary: 'Asks for the options of a sign-in by passkey.',
  description:
    'Without a ticket the browser offers all passkeys of the site, and no password is needed; with one those of the account.',
  requestBody: body({ ticket: TICKET }, [], {}),
  responses: { '200': answer('What the browser is asked.', 'PasskeyOptions'), ...USUAL, ...NO_PASSKEYS },
};

export const BY_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Signs in by a passkey.',
  description:
    'It stands for the password and the second factor, because it has asked for a PIN or a finger.',
  requestBody: body({ challengeId: CHALLENGE, credential: CREDENTIAL }, ['challengeId', 'credential'], {
    challengeId: EXAMPLE_TICKET,
    credential: { id: 'AAAA', type: 'public-key' },
  }),
  responses: { '204': SIGNED_IN, ...USUAL, ...NO_PASSKEYS },
};

export const BEGIN_APP: JsonObject = {
  ...OPEN,
  summary: 'Makes the secret of an authenticator app for a user who needs a factor.',
  description: 'With the ticket of a sign-in whose answer has `mfa.enrol`. The secret is shown this once.',
  requestBody: body({ ticket: TICKET }, [], { ticket: EXAMPLE_TICKET }),
  responses: {
    '200': answer('The secret.', 'TotpSecret'),
    ...USUAL,
    '409': problem('The account has an app.'),
  },
};

export const CONFIRM_APP: JsonObject = {
  ...OPEN,
  summary: 'Confirms that authenticator app by a code, and signs in.',
  description: 'The recovery codes are shown this once.',
  requestBody: body({ ticket: TICKET, code: CODE }, ['code'], { ticket: EXAMPLE_TICKET, code: '492039' }),
  responses: {
    '200': answer('Signed in; the recovery codes.', 'RecoveryCodes'),
    ...USUAL,
    '409': problem('No app waits to be confirmed.'),
  },
};

export const BEGIN_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Asks for the options of a first passkey, for a user who needs a factor.',
  description: 'With the ticket of a sign-in whose answer has `mfa.enrol`.',
  requestBody: body({ ticket: TICKET }, [], { ticket: EXAMPLE_TICKET }),
  responses: { '200': answer('What the browser is asked.', 'PasskeyOptions'), ...USUAL, ...NO_PASSKEYS },
};

export const ADD_PASSKEY: JsonObject = {
  ...OPEN,
  summary: 'Adds that passkey, and signs in.',
  description: 'The recovery codes are shown this once.',
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
    '409': problem('The passkey is known already.'),
  },
};

const TEXTS: JsonObject = { type: 'array', items: { type: 'string' } };
const MORE_ASKED: JsonObject = {
  type: 'object',
  description: 'What is asked for behind a right password; absent where nothing is.',
  required: ['ticket', 'expiresIn', 'methods'],
  properties: {
    ticket: { type: 'string', description: 'Goes on with the sign-in, once.' },
    expiresIn: { type: 'integer', description: 'Seconds for which the ticket is good.' },
    methods: { ...TEXTS, description: 'What the user has, of which one is enough.' },
    enrol: { ...TEXTS, description: 'What the user has to add, of which one is enough.' },
  },
};
const NOT_SIGNED_IN: JsonObject = {
  description:
    'The name or the password is wrong, or more than the password is needed: then `mfa` says what.',
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
