import type { JsonObject } from '../../../kernel/contract/json.js';
import { problem, refusals } from '../../../kernel/serializer/operation-parts.js';
import { answer, body } from './schemas.js';

const SESSION = refusals('BadRequest', 'Unauthorized', 'Forbidden');
const WITH_BODY = { ...SESSION, ...refusals('UnsupportedMediaType', 'UnprocessableContent') };
const GUESSED = { ...WITH_BODY, ...refusals('TooManyRequests') };
const PASSKEYS = refusals('NotFound');
const FRESH = 'Needs a sign-in or a proof (`POST /me/proof`) within the last ten minutes.';
const EXAMPLE_ID = 'tVLT0UtkdBp2XnWYzVYkB6rZ1vQ0m3aF9cJ8eH7iG5s';
const REMOVED: JsonObject = { description: 'Removed.' };
const LAST = problem('It is the last one, and a role of the caller needs one.');

export const LIST: JsonObject = {
  summary: 'Lists the second factors of the caller.',
  description: 'Without secrets.',
  responses: { '200': answer('The factors.', 'SecondFactors'), ...SESSION },
};

export const PROVE: JsonObject = {
  summary: 'Proves anew who the caller is.',
  description:
    'By a code of the authenticator app or a recovery code; by the password while the account has no second factor.',
  requestBody: body({ password: { type: 'string', format: 'password' }, code: { type: 'string' } }, [], {
    code: '492039',
  }),
  responses: { '200': answer('Until when it counts.', 'Proof'), ...GUESSED },
};

export const BEGIN_APP: JsonObject = {
  summary: 'Makes the secret of an authenticator app.',
  description: `It counts once a code has confirmed it, within ten minutes. ${FRESH}`,
  responses: {
    '200': answer('The secret, shown this once.', 'TotpSecret'),
    ...SESSION,
    '409': problem('The account has an app.'),
  },
};

export const CONFIRM_APP: JsonObject = {
  summary: 'Confirms the authenticator app by a code.',
  description: `With the first factor come recovery codes. ${FRESH}`,
  requestBody: body({ code: { type: 'string' } }, ['code'], { code: '492039' }),
  responses: {
    '200': answer('The recovery codes that came with it.', 'RecoveryCodes'),
    ...GUESSED,
    '409': problem('No app waits to be confirmed.'),
  },
};

export const REMOVE_APP: JsonObject = {
  summary: 'Removes the authenticator app.',
  description: `Recovery codes go with the last factor. ${FRESH}`,
  responses: { '204': REMOVED, ...SESSION, ...refusals('NotFound'), '409': LAST },
};

export const RENEW_CODES: JsonObject = {
  summary: 'Makes new recovery codes in place of all there are.',
  description: FRESH,
  responses: {
    '200': answer('Ten codes, shown this once.', 'RecoveryCodes'),
    ...SESSION,
    '409': problem('The account has no factor that they would stand for.'),
  },
};

export const BEGIN_PASSKEY: JsonObject = {
  summary: 'Asks for the options of a new passkey.',
  description: FRESH,
  responses: {
    '200': answer('What the browser is asked.', 'PasskeyOptions'),
    ...SESSION,
    ...PASSKEYS,
    '409': problem('The account has as many passkeys as it may.'),
  },
};

export const ADD_PASSKEY: JsonObject = {
  summary: 'Adds a passkey.',
  description: `With the first factor come recovery codes. ${FRESH}`,
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
    '409': problem('The passkey is known already.'),
  },
};

export const RENAME_PASSKEY: JsonObject = {
  summary: 'Gives a passkey another name.',
  description: 'Of the caller.',
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
  description: `Of the caller. Recovery codes go with the last factor. ${FRESH}`,
  responses: { '204': REMOVED, ...SESSION, ...PASSKEYS, '409': LAST },
};

export const RESET: JsonObject = {
  summary: 'Removes the second factors of a user who has lost them.',
  description: 'For super administrators. The sessions of the user end, and a mail tells them.',
  responses: { '204': REMOVED, ...SESSION, ...refusals('NotFound') },
};
