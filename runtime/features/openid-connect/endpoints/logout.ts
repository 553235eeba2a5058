import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { AppError } from '../../../kernel/errors/app-error.js';
import { signInErrors } from '../errors.js';
import { ProviderFault } from '../provider/port.js';
import {
  isHead,
  leadTo,
  logFault,
  NO_HEAD,
  type OpenidEndpointDeps,
  requireProvider,
  unavailable,
} from './deps.js';
import * as documentation from './documentation.js';
import { PATH } from './sign-in.js';

const FORM = 'application/x-www-form-urlencoded';
/** Maximum size in bytes of a body with one logout token. */
const LONGEST_BODY = 65_536;

/** Endpoints for sign-out started by the user and for back-channel logout started by the provider. */
export function logoutEndpoints(deps: OpenidEndpointDeps): Endpoint[] {
  return [
    {
      method: 'GET',
      pattern: `${PATH}/{provider}/logout`,
      authentication: 'own',
      produces: ['*/*'],
      documentation: documentation.LOGOUT,
      handle: (request) => (isHead(request) ? Promise.resolve(NO_HEAD) : signOut(request, deps)),
    },
    {
      method: 'POST',
      pattern: `${PATH}/{provider}/backchannel`,
      authentication: 'none',
      accepts: [FORM],
      documentation: documentation.BACKCHANNEL,
      handle: (request) => hearOfLogout(request, deps),
    },
  ];
}

/**
 * Ends the local session in every case. No ID token is stored that could be sent as a hint, so the provider
 * may ask the user to confirm.
 */
async function signOut(request: ApiRequest, deps: OpenidEndpointDeps): Promise<ApiResponse> {
  const { provider, client } = requireProvider(request, deps);
  const target = deps.targets.resolve(request.query.redirect);
  const cookies = await deps.accounts.signOut(request.headers, request.context);
  const there = await client.endSessionUrl(target).catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    logFault(error, provider, deps);
    return undefined;
  });
  return leadTo(there ?? target, cookies);
}

/** Handles a back-channel logout: ends all sessions of the account. An unknown subject is ignored. */
async function hearOfLogout(request: ApiRequest, deps: OpenidEndpointDeps): Promise<ApiResponse> {
  const { provider, client } = requireProvider(request, deps);
  const token = await readToken(request);
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
