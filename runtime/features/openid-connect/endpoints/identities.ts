import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { denied } from '../../../kernel/errors/catalog.js';
import { formatDateTime } from '../../../kernel/serializer/date-time.js';
import { answerOf } from '../../../kernel/serializer/operation-parts.js';
import { signInErrors } from '../errors.js';
import type { Refusal } from '../find-account.js';
import type { Flow } from '../flow-cookie.js';
import type { Provider } from '../settings.js';
import { beginFlow, type OpenidEndpointDeps, REDIRECT_QUERY } from './deps.js';
import { listOf } from './schemas.js';

const PATH = '/me/identities';

/** Endpoints that list, link and unlink the external identities of the current user. */
export function identityEndpoints(deps: OpenidEndpointDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      pattern: PATH,
      summary: 'Lists the providers that are linked to the user.',
      description: 'Sorted by date, the oldest first. Requires a session of the account itself.',
      responses: { 200: listOf('The links.', 'Identity') },
      handle: (request) => list(request, deps),
    }),
    defineEndpoint({
      method: 'POST',
      pattern: `${PATH}/{provider}`,
      summary: 'Starts to link the user to a provider.',
      description:
        'Returns the URL for the browser. Afterwards, the browser is redirected to `redirect`; if linking failed, `sign_in_error` contains the reason. Requires a session of the account itself.',
      query: REDIRECT_QUERY,
      responses: {
        200: answerOf('The URL for the browser.', {
          type: 'object',
          required: ['location'],
          properties: { location: { type: 'string', format: 'uri' } },
        }),
      },
      problems: { 503: true },
      authorize: (request) => void assertOwnSession(request),
      refuse: signInErrors.badRedirect,
      async handle(request, { query: { redirect } }) {
        const link = assertOwnSession(request);
        const { location, cookie } = await beginFlow({ request, redirect, link }, deps);
        return { status: 200, cache: 'private', body: { location }, headers: { 'Set-Cookie': cookie } };
      },
    }),
    defineEndpoint({
      method: 'DELETE',
      pattern: `${PATH}/{provider}`,
      summary: 'Unlinks the user from a provider.',
      description: 'The account and its sessions remain. Requires a session of the account itself.',
      responses: { 204: 'The provider is unlinked.' },
      handle: (request) => unlink(request, deps),
    }),
  ];
}

async function list(request: ApiRequest, deps: OpenidEndpointDeps): Promise<ApiResponse> {
  const { userId } = assertOwnSession(request);
  const identities = await deps.identities.ofUser(userId);
  const member = identities.map(({ provider, createdAt, lastUsedAt }) => ({
    '@type': 'Identity',
    provider,
    label: deps.providers.get(provider)?.provider.label ?? provider,
    createdAt: formatDateTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : formatDateTime(lastUsedAt),
  }));
  return {
    status: 200,
    cache: 'private',
    body: { '@type': 'Collection', member, totalItems: member.length },
  };
}

async function unlink(request: ApiRequest, deps: OpenidEndpointDeps): Promise<ApiResponse> {
  const { userId } = assertOwnSession(request);
  const provider = request.parameters.provider ?? '';
  const count = await deps.database.transaction(async (transaction) => {
    const ended = await deps.identities.unlink(transaction, userId, provider);
    const change = { userId, provider, change: 'unlinked' } as const;
    if (ended > 0) await deps.notices.tell(transaction, change, request.context);
    return ended;
  });
  if (count === 0) throw signInErrors.noIdentity();
  return { status: 204, cache: 'private' };
}

/**
 * Returns the current session. Identities are managed by the account owner only, not by an administrator who
 * impersonates the owner or by a token.
 * @throws AppError 401, 403
 */
function assertOwnSession({ context: { actor } }: ApiRequest): NonNullable<Flow['link']> {
  if (actor.user === null) throw denied(actor);
  const { id: userId, sessionId } = actor.user;
  if (actor.by !== undefined || sessionId === null) throw signInErrors.ownSessionOnly();
  return { userId, sessionId };
}

/**
 * Links the subject to the account whose session started the flow, if that session is still valid. Returns
 * the reason if linking is refused.
 */
export async function linkIdentity(
  given: { readonly provider: Provider; readonly subject: string },
  by: { readonly request: ApiRequest; readonly flow: Flow },
  { accounts, identities, database, notices }: OpenidEndpointDeps,
): Promise<Refusal | undefined> {
  const { userId = '', sessionId = '' } = by.flow.link ?? {};
  const session = await accounts.sessions.find(sessionId);
  if (session?.user.id !== userId || session.refreshToken === null) return 'failed';
  if (accounts.check(session.user) !== undefined) return 'account_refused';
  const { name } = given.provider;
  return database.transaction(async (transaction) => {
    const subject = { provider: name, subject: given.subject };
    const linked = await identities.link(transaction, subject, userId);
    if (linked?.identity.userId !== userId) return 'linked_to_another';
    const change = { userId, provider: name, change: 'linked', actor: userId } as const;
    if (linked.isNew) await notices.tell(transaction, change, by.request.context);
    return undefined;
  });
}
