import { ANONYMOUS } from '../../../kernel/contract/context.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { text } from '../../../kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { jsonBody } from '../../../kernel/endpoints/json-body.js';
import { NO_TOKEN, unauthorized } from '../../../kernel/errors/catalog.js';
import { DONE, JSON_BODY, TAG } from './documented.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';
import type { Accounts } from '../accounts.js';
import { accountErrors } from '../errors.js';

const CREDENTIALS = jsonBody(
  { username: text({ minLength: 1 }), password: text({ minLength: 1, format: 'password' }) },
  {
    accepts: JSON_BODY,
    documented: JSON_BODY,
    description: 'The credentials.',
    schema: { examples: [{ username: 'admin', password: 'admin' }] },
  },
);

/** Responds with the current user, whatever the access rules for users; undefined if the account is deleted. */
export type ShowCaller = (request: ApiRequest) => Promise<ApiResponse | undefined>;

/** Creates the endpoints for login, logout, refresh and the current user (accounts.md sections 2 to 5). */
export const sessionEndpoints = (accounts: Accounts, showCaller: ShowCaller): Endpoint[] => [
  defineEndpoint({
    ...TAG,
    method: 'POST',
    pattern: '/login',
    authentication: 'none',
    operationId: 'login',
    summary: 'Signs a user in and sets the cookies.',
    description: 'Browsers store the session cookie and send it with every later request.',
    body: CREDENTIALS,
    responses: {
      200: {
        description: 'Signed in.',
        content: { 'application/json': { schema: { type: 'object', additionalProperties: true } } },
      },
      204: DONE,
    },
    problems: { 401: true, 429: true },
    refuse: accountErrors.loginBody,
    handle: (request, { body }) => login(accounts, request, body),
  }),
  ...(['GET', 'POST'] as const).map((method) =>
    defineEndpoint({
      ...TAG,
      method,
      pattern: '/logout',
      authentication: 'own',
      operationId: method === 'GET' ? 'logout' : 'logoutByPost',
      summary: 'Ends the sessions of the user and clears the cookies.',
      description: 'Without a session, the response is the same.',
      responses: { 200: 'Signed out.' },
      handle: (request) => endSessions(accounts, request),
    }),
  ),
  ...(['GET', 'POST'] as const).map((method) =>
    defineEndpoint({
      ...TAG,
      method,
      pattern: '/token/refresh',
      authentication: 'own',
      operationId: method === 'GET' ? 'refreshToken' : 'refreshTokenByPost',
      summary: 'Renews the cookie of an active session.',
      description: 'An ended session cannot be renewed. The user has to sign in again.',
      responses: { 204: DONE },
      problems: { 401: true },
      handle: async ({ headers }) => noContent(await accounts.authenticator.refresh(headers)),
    }),
  ),
  defineEndpoint({
    ...TAG,
    method: 'GET',
    pattern: '/me',
    authentication: 'strict',
    operationId: 'me',
    summary: 'Retrieves the signed-in user.',
    description: 'Contains the members that users can read of their own account.',
    responses: { 200: answerOf('The user.', { $ref: '#/components/schemas/User.jsonld' }) },
    handle: (request) => currentUser(accounts, showCaller, request),
  }),
];

async function login(
  accounts: Accounts,
  { address, context }: ApiRequest,
  credentials: { readonly username: string; readonly password: string },
): Promise<ApiResponse> {
  const outcome = await accounts.login({ ...credentials, address }, context);
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
