import type { JsonObject } from '../../../kernel/contract/json.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';

export const DATE: JsonObject = { type: 'string', format: 'date-time' };
const DATE_OR_NULL: JsonObject = { type: ['string', 'null'], format: 'date-time' };
const CODES: JsonObject = {
  type: ['array', 'null'],
  items: { type: 'string' },
  description: 'Recovery codes, shown this once; null where the account has some already.',
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
  SecondFactors: object('SecondFactors', 'The second factors of the caller, without secrets.', {
    isRequired: { type: 'boolean', description: 'Whether a role of the caller needs a factor.' },
    totp: {
      type: ['object', 'null'],
      description: 'The authenticator app; null for none.',
      properties: { createdAt: DATE, lastUsedAt: DATE_OR_NULL },
    },
    passkeys: { type: 'array', items: { $ref: '#/components/schemas/Passkey' } },
    recoveryCodesLeft: { type: 'integer' },
    provedUntil: {
      ...DATE_OR_NULL,
      description: 'Until when factors may be changed without another proof; null where one is needed.',
    },
  }),
  Passkey: object('Passkey', 'A passkey of the caller.', {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    createdAt: DATE,
    lastUsedAt: DATE_OR_NULL,
  }),
  MadePasskey: object('Passkey', 'A passkey that was added, with the recovery codes that came with it.', {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    createdAt: DATE,
    lastUsedAt: DATE_OR_NULL,
    recoveryCodes: CODES,
  }),
  TotpSecret: object('TotpSecret', 'The secret of a new authenticator app, shown this once.', {
    secret: { type: 'string', description: 'In base32, to be typed.' },
    uri: { type: 'string', format: 'uri', description: 'To be shown as a QR code.' },
  }),
  RecoveryCodes: object('RecoveryCodes', 'Recovery codes of the caller.', { recoveryCodes: CODES }),
  PasskeySignIn: object('PasskeySignIn', 'Whether people may sign in by a passkey.', {
    isOffered: { type: 'boolean' },
  }),
  PasskeyOptions: object('PasskeyOptions', 'What a browser is asked.', {
    challengeId: { type: 'string', description: 'Sent back with what the browser answers.' },
    publicKey: {
      type: 'object',
      additionalProperties: true,
      description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.',
    },
  }),
  Proof: object('Proof', 'How long it counts that the caller has proved who they are.', {
    provedUntil: DATE_OR_NULL,
  }),
};

export const answer = (description: string, schema: string): JsonObject =>
  answerOf(description, { $ref: `#/components/schemas/${schema}` });

export const body = (
  properties: JsonObject,
  required: readonly string[],
  example: JsonObject,
): JsonObject => ({
  required: required.length > 0,
  content: {
    'application/json': { schema: { type: 'object', required: [...required], properties }, example },
  },
});
