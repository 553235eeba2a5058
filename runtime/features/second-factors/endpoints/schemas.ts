import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';

export const DATE: JsonObject = { type: 'string', format: 'date-time' };
const DATE_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' };
const CODES: JsonObject = {
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'Recovery codes, returned only once; null if the account already has recovery codes.',
};

const type = (name: string): JsonObject => ({ type: 'string', enum: [name] });
const object = (name: string, description: string, properties: JsonObject): JsonObject => ({
  type: 'object',
  description,
  required: ['@type', ...Object.keys(properties)],
  properties: { '@type': type(name), ...properties },
});

/** OpenAPI schemas of the endpoints. */
export const SCHEMAS: Readonly<Record<string, JsonObject>> = {
  SecondFactors: object('SecondFactors', 'The second factors of the user, without secrets.', {
    isRequired: { type: 'boolean', description: 'Whether a role of the user requires a second factor.' },
    totp: {
      type: ['object', 'null'],
      description: 'The authenticator app, or null.',
      properties: { createdAt: DATE, lastUsedAt: DATE_OR_NULL },
    },
    passkeys: { type: 'array', items: { $ref: '#/components/schemas/Passkey' } },
    recoveryCodesLeft: { type: 'integer' },
    provedUntil: {
      ...DATE_OR_NULL,
      description:
        'Time until which second factors can be changed without another confirmation; null if one is required.',
    },
  }),
  Passkey: object('Passkey', 'A passkey of the user.', {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    createdAt: DATE,
    lastUsedAt: DATE_OR_NULL,
  }),
  MadePasskey: object('Passkey', 'A new passkey, with recovery codes if it is the first second factor.', {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    createdAt: DATE,
    lastUsedAt: DATE_OR_NULL,
    recoveryCodes: CODES,
  }),
  TotpSecret: object('TotpSecret', 'The secret of a new authenticator app, returned only once.', {
    secret: { type: 'string', description: 'Secret in base32, for manual entry.' },
    uri: { type: 'string', format: 'uri', description: 'URI for a QR code.' },
  }),
  RecoveryCodes: object('RecoveryCodes', 'Recovery codes of the user.', { recoveryCodes: CODES }),
  PasskeySignIn: object('PasskeySignIn', 'Whether sign-in with passkeys is available.', {
    isOffered: { type: 'boolean' },
  }),
  PasskeyOptions: object('PasskeyOptions', 'Options for the WebAuthn API of the browser.', {
    challengeId: { type: 'string', description: 'Id to send with the credential.' },
    publicKey: {
      type: 'object',
      additionalProperties: true,
      description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
    },
  }),
  Proof: object('Proof', 'Result of an identity confirmation.', {
    provedUntil: DATE_OR_NULL,
  }),
};

export const answer = (description: string, schema: string): JsonObject =>
  answerOf(description, { $ref: `#/components/schemas/${schema}` });

/** Examples of a ticket or challenge, and of a credential. */
export const EXAMPLE_TICKET = 'tVLT0UtkdBp2XnWYzVYkB6rZ1vQ0m3aF9cJ8eH7iG5s';
export const EXAMPLE_CREDENTIAL: JsonObject = { id: 'AAAA', type: 'public-key' };
