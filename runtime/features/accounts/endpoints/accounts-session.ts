import { ANONYMOUS } from '../../../kernel/contract/context.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { NO_TOKEN, unauthorized } from '../../../kernel/errors/catalog.js';
import type { Accounts } from '../accounts.js';
import { accountErrors } from '../errors.js';

const JSON_BODY = ['application/json', 'application/ld+json'];

/** Responds with the current user, whatever the access rules for users; undefined if the account is deleted. */
export type ShowCaller = (request: ApiRequest) => Promise<ApiResponse | undefined>;

/** Creates the endpoints for login, logout, refresh and the current user (accounts.md sections 2 to 5). */
export function sessionEndpoints(accounts: Accounts, showCaller: ShowCaller): Endpoint[] {
  const logout = (request: ApiRequest): Promise<ApiResponse> => endSessions(accounts, request);
  const refresh = async ({ headers }: ApiRequest): Promise<ApiResponse> =>
    noContent(await accounts.authenticator.refresh(headers));
  return [
    {
      method: 'POST',
      pattern: '/login',
      accepts: JSON_BODY,
      authentication: 'none',
      handle: (request) => login(accounts, request),
    },
    { method: 'GET', pattern: '/logout', authentication: 'own', handle: logout },
    { method: 'POST', pattern: '/logout', authentication: 'own', handle: logout },
    { method: 'GET', pattern: '/token/refresh', authentication: 'own', handle: refresh },
    { method: 'POST', pattern: '/token/refresh', authentication: 'own', handle: refresh },
    {
      method: 'GET',
      pattern: '/me',
      authentication: 'strict',
      handle: (request) => currentUser(accounts, showCaller, request),
    },
  ];
}

async function login(accounts: Accounts, request: ApiRequest): Promise<ApiResponse> {
  const { username, password } = await request.json();
  if (!isFilled(username) || !isFilled(password)) throw accountErrors.loginBody();
  const outcome = await accounts.login({ username, password, address: request.address }, request.context);
  if (outcome.kind === 'signed-in') return noContent(outcome.cookies);
  const { status, body, cookies } = outcome.challenge;
  const headers = { 'Set-Cookie': cookies, ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}) };
  return { status, body, cache: 'private', headers };
}

async function endSessions(accounts: Accounts, { headers, context }: ApiRequest): Promise<ApiResponse> {
  const cookies = await accounts.signOut(headers, context);
  return { status: 200, cache: 'private', headers: { 'Set-Cookie': cookies } };
}

async function currentUser(
  accounts: Accounts,
  showCaller: ShowCaller,
  request: ApiRequest,
): Promise<ApiResponse> {
  const answer = await showCaller(request);
  if (answer === undefined) throw unauthorized(NO_TOKEN, hubCookieHeader(accounts, ANONYMOUS));
  return { ...answer, headers: { ...answer.headers, ...hubCookieHeader(accounts, request.context.actor) } };
}

function hubCookieHeader(accounts: Accounts, actor: ApiRequest['context']['actor']): Record<string, string> {
  const cookie = actor.token === undefined ? accounts.signing.hubCookie?.(actor) : undefined;
  return cookie === undefined ? {} : { 'Set-Cookie': cookie };
}

const noContent = (cookies: readonly string[]): ApiResponse => ({
  status: 204,
  cache: 'private',
  headers: { 'Set-Cookie': cookies },
});

const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
