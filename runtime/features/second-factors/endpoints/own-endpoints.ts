import { isGranted, ROLE_SUPER_ADMIN } from '../../../kernel/authorization/role-hierarchy.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import type { JsonObject } from '../../../kernel/contract/json.js';
import { lenient, optional, text } from '../../../kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { denied, notFound } from '../../../kernel/errors/catalog.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import { requireSession } from '../fresh-proof.js';
import type { OwnRequest } from '../own/own-changes.js';
import type { OwnFactors } from '../own/own-factors.js';
import type { ResetFactors } from '../reset-factors.js';
import { CODE, NEW_PASSKEY, RENAMED_PASSKEY } from '../sent-members.js';
import { TYPES } from './login-endpoints.js';
import { answer, EXAMPLE_CREDENTIAL, EXAMPLE_TICKET } from './schemas.js';

const FRESH =
  'Requires a sign-in or an identity confirmation (`POST /me/proof`) within the last ten minutes.';
const LAST = 'It is the last second factor, and a role of the user requires one.';

/** Checked before the body is read, so that refused callers learn nothing about its validity. */
const authorize = ({ context }: ApiRequest): void => void requireSession(context);

/**
 * Creates the endpoints for users to manage their own factors, and for super administrators to reset those of others.
 * Machine tokens are refused.
 */
export const createOwnEndpoints = (own: OwnFactors, reset: ResetFactors): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    pattern: '/me/second_factors',
    authentication: 'strict',
    tokens: 'refused',
    summary: 'Lists the second factors of the user.',
    description: 'Secrets are not included.',
    responses: { 200: answer('The second factors.', 'SecondFactors') },
    handle: async ({ context }) => show(await own.list(requireSession(context))),
  }),
  defineEndpoint({
    method: 'POST',
    pattern: '/me/proof',
    tokens: 'refused',
    summary: 'Confirms the identity of the user.',
    description:
      'Accepts a code of the authenticator app or a recovery code. Without a second factor, it accepts the password.',
    body: jsonBody(
      { password: lenient(optional(text({ format: 'password' }))), code: lenient(optional(CODE)) },
      { accepts: TYPES, example: { code: '492039' } },
    ),
    responses: { 200: answer('The end of the confirmation.', 'Proof') },
    problems: { 422: true, 429: true },
    authorize,
    handle: async (request, { body }) => show(await own.prove(ownRequest(request), body)),
  }),
  ...appEndpoints(own),
  defineEndpoint({
    method: 'POST',
    pattern: '/me/recovery_codes',
    tokens: 'refused',
    summary: 'Replaces all recovery codes.',
    description: FRESH,
    responses: { 200: answer('Ten recovery codes, returned only once.', 'RecoveryCodes') },
    problems: { 409: 'The account has no second factor.' },
    handle: async (request) => show(await own.renewCodes(ownRequest(request))),
  }),
  ...passkeyEndpoints(own),
  defineEndpoint({
    method: 'DELETE',
    pattern: '/users/{id}/second_factors',
    tokens: 'refused',
    summary: 'Resets the second factors of a user.',
    description:
      'Requires a super administrator. The sessions of the user end, and the user receives a mail.',
    responses: { 204: 'Removed.' },
    handle: (request) => resetOther(request, reset),
  }),
];

const appEndpoints = (own: OwnFactors): readonly Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    pattern: '/me/totp',
    tokens: 'refused',
    summary: 'Creates the secret of an authenticator app.',
    description: `The app must be confirmed with a code within ten minutes. ${FRESH}`,
    responses: { 200: answer('The secret, returned only once.', 'TotpSecret') },
    problems: { 409: 'The account already has an authenticator app.' },
    handle: async (request) => show(await own.beginApp(ownRequest(request))),
  }),
  defineEndpoint({
    method: 'POST',
    pattern: '/me/totp/confirm',
    tokens: 'refused',
    summary: 'Confirms the authenticator app with a code.',
    description: `The first second factor also creates recovery codes. ${FRESH}`,
    body: jsonBody({ code: CODE }, { accepts: TYPES, example: { code: '492039' } }),
    responses: { 200: answer('The recovery codes.', 'RecoveryCodes') },
    problems: { 409: 'The account has no unconfirmed authenticator app.', 422: true, 429: true },
    authorize,
    handle: async (request, { body }) => show(await own.confirmApp(ownRequest(request), body.code)),
  }),
  defineEndpoint({
    method: 'DELETE',
    pattern: '/me/totp',
    tokens: 'refused',
    summary: 'Removes the authenticator app.',
    description: `Removing the last second factor also deletes the recovery codes. ${FRESH}`,
    responses: { 204: 'Removed.' },
    problems: { 404: true, 409: LAST },
    async handle(request) {
      await own.removeApp(ownRequest(request));
      return { status: 204, cache: 'private' };
    },
  }),
];

const passkeyEndpoints = (own: OwnFactors): readonly Endpoint[] => [
  defineEndpoint({
    method: 'POST',
    pattern: '/me/passkeys/options',
    tokens: 'refused',
    summary: 'Creates the options of a new passkey.',
    description: FRESH,
    responses: { 200: answer('Options for the browser.', 'PasskeyOptions') },
    problems: { 404: true, 409: 'The limit of passkeys is reached.' },
    handle: async (request) => show(await own.beginPasskey(ownRequest(request))),
  }),
  defineEndpoint({
    method: 'POST',
    pattern: '/me/passkeys',
    tokens: 'refused',
    summary: 'Adds a passkey.',
    description: `The first second factor also creates recovery codes. ${FRESH}`,
    body: jsonBody(NEW_PASSKEY, {
      accepts: TYPES,
      example: { challengeId: EXAMPLE_TICKET, credential: EXAMPLE_CREDENTIAL, name: 'Phone' },
    }),
    responses: { 201: answer('The passkey.', 'MadePasskey') },
    problems: { 404: true, 409: 'The passkey is already registered.', 422: true },
    authorize,
    handle: async (request, { body }) => show(await own.addPasskey(ownRequest(request), body), 201),
  }),
  defineEndpoint({
    method: 'PATCH',
    pattern: '/me/passkeys/{id}',
    tokens: 'refused',
    summary: 'Renames a passkey.',
    description: 'Applies to passkeys of the user.',
    body: jsonBody(RENAMED_PASSKEY, {
      accepts: ['application/merge-patch+json', ...TYPES],
      example: { name: 'Phone' },
    }),
    responses: { 200: answer('The passkey.', 'Passkey') },
    authorize,
    async handle(request, { body: { name } }) {
      return show(await own.renamePasskey(idOf(request), name, requireSession(request.context)));
    },
  }),
  defineEndpoint({
    method: 'DELETE',
    pattern: '/me/passkeys/{id}',
    tokens: 'refused',
    summary: 'Removes a passkey.',
    description: `Applies to passkeys of the user. Removing the last second factor also deletes the recovery codes. ${FRESH}`,
    responses: { 204: 'Removed.' },
    problems: { 409: LAST },
    async handle(request) {
      await own.removePasskey(idOf(request), ownRequest(request));
      return { status: 204, cache: 'private' };
    },
  }),
];

const show = (body: JsonObject, status = 200): ApiResponse => ({ status, body, cache: 'private' });

const idOf = ({ parameters }: ApiRequest): string => parameters.id ?? '';

const ownRequest = ({ context, address }: ApiRequest): OwnRequest => ({
  user: requireSession(context),
  address,
  context,
});

async function resetOther(request: ApiRequest, reset: ResetFactors): Promise<ApiResponse> {
  const { actor } = request.context;
  if (!isGranted(actor, ROLE_SUPER_ADMIN)) throw denied(actor);
  const id = idOf(request);
  const isKnown = isUuid(id) && (await reset(id.toLowerCase(), request.context));
  if (!isKnown) throw notFound();
  return { status: 204, cache: 'private' };
}
