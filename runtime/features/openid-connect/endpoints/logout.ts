import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import type { DeclaredBody } from '../../../kernel/endpoints/json-body.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { signInErrors } from '../errors.js';
import { ProviderFault } from '../provider/port.js';
import {
  isHead,
  leadTo,
  logFault,
  NO_HEAD,
  type OpenidEndpointDeps,
  REDIRECT_QUERY,
  requireProvider,
  unavailable,
} from './deps.js';
import { led } from './schemas.js';
import { PATH } from './sign-in.js';

const FORM = 'application/x-www-form-urlencoded';
/** Maximum size in bytes of a body with one logout token. */
const LONGEST_BODY = 65_536;

/** Form with one logout token. */
const LOGOUT_TOKEN: DeclaredBody<string> = {
  accepts: [FORM],
  isValidated: false,
  documentation: {
    required: true,
    content: {
      [FORM]: {
        schema: {
          type: 'object',
          required: ['logout_token'],
          properties: { logout_token: { type: 'string' } },
        },
      },
    },
  },
  read: readToken,
};

/** Endpoints for sign-out started by the user and for back-channel logout started by the provider. */
export function logoutEndpoints(deps: OpenidEndpointDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      pattern: `${PATH}/{provider}/logout`,
      authentication: 'own',
      produces: ['*/*'],
      summary: 'Signs the user out, and redirects the browser to the provider to sign out there.',
      description:
        'For navigation, not for `fetch`. Redirects directly to `redirect` if the provider does not support sign-out.',
      query: REDIRECT_QUERY,
      responses: { 302: led('Signed out. Redirects to the next page.') },
      refuse: signInErrors.badRedirect,
      handle: (request, { query: { redirect } }) =>
        isHead(request) ? NO_HEAD : signOut(request, redirect, deps),
    }),
    defineEndpoint({
      method: 'POST',
      pattern: `${PATH}/{provider}/backchannel`,
      authentication: 'none',
      summary: 'Receives the sign-out of a user from a provider.',
      description:
        'For providers (OpenID Connect Back-Channel Logout). Ends all sessions of the account that is linked to `sub` of the token.',
      body: LOGOUT_TOKEN,
      responses: { 200: 'The sessions have ended.' },
      problems: { 503: true },
      handle: (request, { body }) => hearOfLogout(request, body, deps),
    }),
  ];
}

/**
 * Ends the local session in every case. No ID token is stored that could be sent as a hint, so the provider
 * may ask the user to confirm.
 */
async function signOut(
  request: ApiRequest,
  redirect: string | undefined,
  deps: OpenidEndpointDeps,
): Promise<ApiResponse> {
  const { provider, client } = requireProvider(request, deps);
  const target = deps.targets.resolve(redirect);
  const cookies = await deps.accounts.signOut(request.headers, request.context);
  const there = await client.endSessionUrl(target).catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    logFault(error, provider, deps);
    return undefined;
  });
  return leadTo(there ?? target, cookies);
}

/** Handles a back-channel logout: ends all sessions of the account. An unknown subject is ignored. */
async function hearOfLogout(
  request: ApiRequest,
  token: string,
  deps: OpenidEndpointDeps,
): Promise<ApiResponse> {
  const { provider, client } = requireProvider(request, deps);
  const { subject, tokenId } = await client.readLogoutToken(token).catch((error: unknown) => {
    if (!(error instanceof ProviderFault) || error.kind === 'unavailable')
      throw unavailable(error, provider, deps);
    logFault(error, provider, deps);
    throw signInErrors.badLogoutToken();
  });
  await deps.logoutTokens.hit(`${provider.name} ${tokenId}`).catch((error: unknown) => {
    throw error instanceof AppError && error.status === 429 ? signInErrors.badLogoutToken() : error;
  });
  const identity = await deps.identities.find({ provider: provider.name, subject });
  if (identity !== undefined) {
    const { userId } = identity;
    const entry = { kind: 'sign-out', actor: userId, details: `openid-connect ${provider.name}` } as const;
    await deps.accounts.sessions.end(userId, (transaction) =>
      deps.accounts.audit.addWith(transaction, entry, request.context),
    );
  }
  return { status: 200, cache: 'private' };
}

/** @throws AppError 400 for a body without exactly one token */
async function readToken({ raw }: ApiRequest): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > LONGEST_BODY) throw signInErrors.badLogoutToken();
    parts.push(part);
  }
  const tokens = new URLSearchParams(Buffer.concat(parts).toString('utf8')).getAll('logout_token');
  const [token] = tokens;
  if (token === undefined || tokens.length > 1) throw signInErrors.badLogoutToken();
  return token;
}
