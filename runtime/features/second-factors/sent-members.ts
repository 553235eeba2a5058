import {
  anyObject,
  custom,
  lenient,
  optional,
  text,
  type ValuesOf,
  worded,
} from '../../kernel/endpoints/body-members.js';

/* Members of request bodies. Invalid values count as wrong ones, so most are lenient. */

export const TICKET = lenient(
  optional(text({ description: 'Ticket from the sign-in response. Default: the ticket of the cookie.' })),
);

export const CODE = lenient(
  text({
    maxLength: 100,
    description: 'Six-digit code of the authenticator app, or a recovery code.',
  }),
);

/** Response of a browser to passkey options. */
export const PASSKEY = {
  challengeId: lenient(text({ description: '`challengeId` of the options.' })),
  credential: lenient(
    anyObject({
      additionalProperties: true,
      description: 'Credential from the browser, serialized with `toJSON()`.',
    }),
  ),
};

const LONGEST_NAME = 100;

/** Display name of a passkey, without control characters and outer white space. */
const PASSKEY_NAME = custom({ type: 'string', maxLength: LONGEST_NAME }, (value) => {
  const shown = typeof value === 'string' ? value.replace(/\p{Cc}/gu, ' ').trim() : '';
  return shown === '' || shown.length > LONGEST_NAME ? undefined : shown;
});

const NEW_NAME = worded(PASSKEY_NAME, 'This value should be a text of 1 to 100 characters.');

export const RENAMED_PASSKEY = { name: NEW_NAME };

export const NEW_PASSKEY = { ...PASSKEY, name: lenient(optional(PASSKEY_NAME)) };

export type SentPasskey = ValuesOf<typeof PASSKEY>;
export type SentNewPasskey = ValuesOf<typeof NEW_PASSKEY>;
