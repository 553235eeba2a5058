import type { JsonObject } from '../../../kernel/contract/json.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import { answer, body } from './schemas.js';

const SESSION = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const WITH_BODY = { ...SESSION, ...refusals('UnsupportedMediaType', 'UnprocessableContent') };
const GUESSED = { ...WITH_BODY, ...refusals('TooManyRequests') };
const PASSKEYS = refusals('NotFound');
const FRESH =
  'Requires a sign-in or an identity confirmation (`POST /me/proof`) within the last ten minutes.';
const EXAMPLE_ID = 'tVLT0UtkdBp2XnWYzVYkB6rZ1vQ0m3aF9cJ8eH7iG5s';
const REMOVED: JsonObject = { description: 'Removed.' };
const LAST = problem('It is the last second factor, and a role of the user requires one.');

export const LIST: JsonObject = {
  summary: 'Lists the second factors of the user.',
  description: 'Secrets are not included.',
  responses: { '200': answer('The second factors.', 'SecondFactors'), ...SESSION },
};

export const PROVE: JsonObject = {
  summary: 'Confirms the identity of the user.',
  description:
    'Accepts a code of the authenticator app or a recovery code. Without a second factor, it accepts the password.',
  requestBody: body({ password: { type: 'string', format: 'password' }, code: { type: 'string' } }, [], {
    code: '492039',
  }),
  responses: { '200': answer('The end of the confirmation.', 'Proof'), ...GUESSED },
};

export const BEGIN_APP: JsonObject = {
  summary: 'Creates the secret of an authenticator app.',
  description: `The app must be confirmed with a code within ten minutes. ${FRESH}`,
  responses: {
    '200': answer('The secret, returned only once.', 'TotpSecret'),
    ...SESSION,
    '409': problem('The account already has an authenticator app.'),
  },
};

export const CONFIRM_APP: JsonObject = {
  summary: 'Confirms the authenticator app with a code.',
  description: `The first second factor also creates recovery codes. ${FRESH}`,
  requestBody: body({ code: { type: 'string' } }, ['code'], { code: '492039' }),
  responses: {
    '200': answer('The recovery codes.', 'RecoveryCodes'),
    ...GUESSED,
    '409': problem('The account has no unconfirmed authenticator app.'),
  },
};

export const REMOVE_APP: JsonObject = {
  summary: 'Removes the authenticator app.',
  description: `Removing the last second factor also deletes the recovery codes. ${FRESH}`,
  responses: { '204': REMOVED, ...SESSION, ...refusals('NotFound'), '409': LAST },
};

export const RENEW_CODES: JsonObject = {
  summary: 'Replaces all recovery codes.',
  description: FRESH,
  responses: {
    '200': answer('Ten recovery codes, returned only once.', 'RecoveryCodes'),
    ...SESSION,
    '409': problem('The account has no second factor.'),
  },
};

export const BEGIN_PASSKEY: JsonObject = {
  summary: 'Creates the options of a new passkey.',
  description: FRESH,
  responses: {
    '200': answer('Options for the browser.', 'PasskeyOptions'),
    ...SESSION,
    ...PASSKEYS,
    '409': problem('The limit of passkeys is reached.'),
  },
};

export const ADD_PASSKEY: JsonObject = {
  summary: 'Adds a passkey.',
  description: `The first second factor also creates recovery codes. ${FRESH}`,
  requestBody: body(
    {
      challengeId: { type: 'string' },
      credential: { type: 'object', additionalProperties: true },
      name: { type: 'string', maxLength: 100 },
    },
    ['challengeId', 'credential'],
    { challengeId: EXAMPLE_ID, credential: { id: 'AAAA', type: 'public-key' }, name: 'Phone' },
  ),
  responses: {
    '201': answer('The passkey.', 'MadePasskey'),
    ...WITH_BODY,
    ...PASSKEYS,
    '409': problem('The passkey is already registered.'),
  },
};

export const RENAME_PASSKEY: JsonObject = {
  summary: 'Renames a passkey.',
  description: 'Applies to passkeys of the user.',
  requestBody: {
    required: true,
    content: {
      'application/merge-patch+json': {
        schema: {
          type: 'object',
          required: ['name'],
          properties: { name: { type: 'string', maxLength: 100 } },
        },
        example: { name: 'Phone' },
      },
    },
  },
  responses: { '200': answer('The passkey.', 'Passkey'), ...WITH_BODY, ...PASSKEYS },
};

export const REMOVE_PASSKEY: JsonObject = {
  summary: 'Removes a passkey.',
  description: `Applies to passkeys of the user. Removing the last second factor also deletes the recovery codes. ${FRESH}`,
  responses: { '204': REMOVED, ...SESSION, ...PASSKEYS, '409': LAST },
};

export const RESET: JsonObject = {
  summary: 'Resets the second factors of a user.',
  description: 'Requires a super administrator. The sessions of the user end, and the user receives a mail.',
  responses: { '204': REMOVED, ...SESSION, ...refusals('NotFound') },
};
