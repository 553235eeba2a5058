import type { TransactionSession } from '../../../kernel/contract/database/database.js';
import type { ApiRequest, ApiResponse, Endpoint } from '../../../kernel/contract/http/http.js';
import { lenient, optional, text } from '../../../kernel/endpoints/body-members.js';
import { defineEndpoint } from '../../../kernel/endpoints/define-endpoint.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import { USER } from '../../accounts/public-api.js';
import { signInErrors } from '../errors.js';
import type { FoundAccount, Refusal } from '../find-account.js';
import type { Flow } from '../flow-cookie.js';
import type { Identity } from '../identities.js';
import type { Claims } from '../map-roles.js';
import { ProviderFault } from '../provider/port.js';
import type { Provider } from '../settings.js';
import {
  beginFlow,
  isHead,
  leadTo,
  logFault,
  NO_HEAD,
  type OpenidEndpointDeps,
  REDIRECT_QUERY,
  requireProvider,
} from './deps.js';
import { linkIdentity } from './identities.js';
import { led, listOf } from './schemas.js';

export const PATH = '/login/oidc';
/** Browsers are redirected whatever their `Accept` header contains. */
const ANYTHING = ['*/*'];

/** The client of the provider validates the whole query string. */
const FROM_PROVIDER = lenient(optional(text({ description: 'Value from the provider.' })));

/** Endpoints that list the providers, start a sign-in and receive the callback. */
export function signInEndpoints(deps: OpenidEndpointDeps): Endpoint[] {
  return [
    defineEndpoint({
      method: 'GET',
      pattern: PATH,
      authentication: 'none',
      summary: 'Lists the providers for single sign-on.',
      description: 'Public, so that front ends can show a button for each provider.',
      responses: { 200: listOf('The providers, in the order of the configuration.', 'SignInProvider') },
      handle: () => list(deps),
    }),
    defineEndpoint({
      method: 'GET',
      pattern: `${PATH}/{provider}`,
      authentication: 'none',
      produces: ANYTHING,
      summary: 'Redirects a browser to a provider for sign-in.',
      description:
        'For navigation, not for `fetch`. Afterwards, the browser is redirected back and is signed in, or `sign_in_error` contains the reason of a failure. With `sign_in=challenged`, a second factor is required.',
      query: REDIRECT_QUERY,
      responses: { 302: led('Redirects to the provider and sets a cookie that identifies the browser.') },
      problems: { 503: true },
      refuse: signInErrors.badRedirect,
      async handle(request, { query: { redirect } }) {
        if (isHead(request)) return NO_HEAD;
        const { location, cookie } = await beginFlow({ request, redirect }, deps);
        return leadTo(location, [cookie]);
      },
    }),
    defineEndpoint({
      method: 'GET',
      pattern: `${PATH}/{provider}/callback`,
      authentication: 'none',
      produces: ANYTHING,
      summary: 'Completes a sign-in after the redirect from the provider.',
      description: 'Redirect URI that is registered with the provider. Clients do not call it.',
      query: { code: FROM_PROVIDER, state: FROM_PROVIDER, iss: FROM_PROVIDER, error: FROM_PROVIDER },
      responses: {
        302: led('Redirects to the target of the sign-in, with session cookies or with `sign_in_error`.'),
      },
      problems: { 429: true },
      handle: (request, { query }) => (isHead(request) ? NO_HEAD : comeBack(request, query.state, deps)),
    }),
  ];
}

function list({ providers, iris }: OpenidEndpointDeps): ApiResponse {
  const member = [...providers.values()].map(({ provider: { name, label } }) => ({
    '@type': 'SignInProvider',
    name,
    label: label ?? name,
    url: `${iris.prefix}${PATH}/${name}`,
  }));
  return {
    status: 200,
    cache: 'user',
    body: { '@type': 'Collection', member, totalItems: member.length },
  };
}

async function comeBack(
  request: ApiRequest,
  state: string | undefined,
  deps: OpenidEndpointDeps,
): Promise<ApiResponse> {
  const { provider } = requireProvider(request, deps);
  const { now } = request.context;
  const flow = deps.flows.read(request.headers.cookie, { provider: provider.name, state, now });
  if (flow === undefined) throw signInErrors.noFlow();
  const network = networkOf(request.address);
  await deps.attempts.hit(network);
  const end = await endFlow(request, flow, deps);
  if (end.kind === 'done') await deps.attempts.takeBack(network);
  const forgotten = deps.flows.clear(flow);
  const query = end.kind === 'done' ? end.query : { sign_in_error: end.refusal };
  return leadTo(withQuery(flow.target, query), [forgotten, ...(end.kind === 'done' ? end.cookies : [])]);
}

type End =
  | {
      readonly kind: 'done';
      readonly cookies: readonly string[];
      readonly query: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

const REFUSALS = { denied: 'denied', refused: 'failed', unavailable: 'unavailable' } as const;
/** Maximum length of a subject in OpenID Connect. */
const LONGEST_SUBJECT = 255;

async function endFlow(request: ApiRequest, flow: Flow, deps: OpenidEndpointDeps): Promise<End> {
  const { provider, client } = requireProvider(request, deps);
  const proven = await client.redeem(request.queryString, flow).catch((error: unknown) => {
    if (!(error instanceof ProviderFault)) throw error;
    logFault(error, provider, deps);
    return error;
  });
  if (proven instanceof ProviderFault) return refuse({ refusal: REFUSALS[proven.kind] }, request, deps);
  const { subject, claims } = proven;
  if (subject.length > LONGEST_SUBJECT) return refuse({ refusal: 'failed' }, request, deps);
  const given = { provider, subject, claims };
  if (flow.link !== undefined) {
    const refusal = await linkIdentity(given, { request, flow }, deps);
    return refusal === undefined
      ? { kind: 'done', cookies: [], query: {} }
      : refuse({ refusal }, request, deps);
  }
  const found = await deps.findAccount(given, request.context);
  if (found.kind === 'refused') return refuse(found, request, deps);
  return signIn(found, { request, provider, claims }, deps);
}

async function signIn(
  { user, identity }: Extract<FoundAccount, { readonly kind: 'found' }>,
  by: { readonly request: ApiRequest; readonly provider: Provider; readonly claims: Claims },
  deps: OpenidEndpointDeps,
): Promise<End> {
  const { request, provider, claims } = by;
  const proof = {
    method: `openid-connect ${provider.name}`,
    isStrong: isStrong(claims, provider),
    stillHolds: (transaction: TransactionSession) => stillHolds(identity, transaction, deps),
  };
  const outcome = await deps.accounts.signIn.complete(user, proof, request.context);
  if (outcome.kind === 'refused')
    return refuse({ refusal: 'account_refused', account: user.id }, request, deps);
  if (outcome.kind === 'signed-in') return { kind: 'done', cookies: outcome.cookies, query: {} };
  return { kind: 'done', cookies: outcome.challenge.cookies, query: { sign_in: 'challenged' } };
}

/** Returns whether the account is still enabled and the identity still linked. */
async function stillHolds(
  { id, userId }: Identity,
  transaction: TransactionSession,
  { reader, identities }: OpenidEndpointDeps,
): Promise<boolean> {
  const user = await reader.findLocked(transaction, { type: USER, id: userId });
  return user?.values.enabled === true && identities.use(transaction, id);
}

/** Returns whether the provider verified a second factor (RFC 8176), according to its `trustMfa` setting. */
function isStrong({ amr }: Claims, { trustMfa }: Provider): boolean {
  if (trustMfa !== 'amr') return trustMfa === 'always';
  return Array.isArray(amr) && amr.includes('mfa');
}

async function refuse(
  { refusal, account }: { readonly refusal: Refusal; readonly account?: string },
  { address, context }: ApiRequest,
  { accounts }: OpenidEndpointDeps,
): Promise<End> {
  const about = account === undefined ? {} : { account };
  const details = `openid-connect: ${refusal}`;
  await accounts.audit.addAlone({ kind: 'failed-sign-in', details, ...about }, { address }, context);
  return { kind: 'refused', refusal };
}

function withQuery(target: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(target);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
