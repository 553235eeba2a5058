import { randomBytes } from 'node:crypto';
import type { ApiRequest, ApiResponse } from '../../../kernel/contract/http/http.js';
import { optional, text } from '../../../kernel/endpoints/body-members.js';
import type { Kernel } from '../../../kernel/kernel.js';
import type { Throttle } from '../../../kernel/throttle/throttle.js';
import type { Accounts } from '../../accounts/public-api.js';
import { signInErrors } from '../errors.js';
import type { FindAccount } from '../find-account.js';
import { type Flow, FLOW_SECONDS, type FlowCookies } from '../flow-cookie.js';
import type { Identities } from '../identities.js';
import type { IdentityNotices } from '../notices.js';
import { type ProviderClient, ProviderFault } from '../provider/port.js';
import { LONGEST_REDIRECT, type RedirectTargets } from '../redirect-targets.js';
import type { Provider } from '../settings.js';

export const REDIRECT_QUERY = {
  redirect: optional(
    text({
      maxLength: LONGEST_REDIRECT,
      description:
        'Target after the sign-in: a path, or a URL with an origin in `user.email_links.allowed_origins`. Default: the home page.',
    }),
  ),
};

/** A configured provider with its client. */
export interface ConnectedProvider {
  readonly provider: Provider;
  readonly client: ProviderClient;
}

export interface OpenidEndpointDeps extends Pick<Kernel, 'database' | 'reader' | 'iris' | 'log'> {
  readonly providers: ReadonlyMap<string, ConnectedProvider>;
  readonly accounts: Accounts;
  readonly identities: Identities;
  readonly notices: IdentityNotices;
  readonly findAccount: FindAccount;
  readonly flows: FlowCookies;
  readonly targets: RedirectTargets;
  /** Throttles provider callbacks per client network. */
  readonly attempts: Throttle;
  /** Counts each logout token, so that none can be replayed. */
  readonly logoutTokens: Throttle;
}

/** @throws AppError 404 */
export function requireProvider(
  { parameters }: ApiRequest,
  { providers }: Pick<OpenidEndpointDeps, 'providers'>,
): ConnectedProvider {
  const connected = providers.get(parameters.provider ?? '');
  if (connected === undefined) throw signInErrors.unknownProvider();
  return connected;
}

/** A request that starts a flow. */
interface StartedFlow {
  readonly request: ApiRequest;
  /** Target after the sign-in. */
  readonly redirect: string | undefined;
  readonly link?: Flow['link'];
}

/**
 * Starts a flow. Returns the authorization URL of the provider and the flow cookie.
 * @throws AppError 400 for a redirect to a foreign address, 503 while the provider is unavailable
 */
export async function beginFlow(
  { request, redirect, link }: StartedFlow,
  deps: OpenidEndpointDeps,
): Promise<{ readonly location: string; readonly cookie: string }> {
  const { provider, client } = requireProvider(request, deps);
  const target = deps.targets.resolve(redirect);
  const secrets = { state: random(), nonce: random(), verifier: random() };
  const location = await client.authorizationUrl(secrets).catch((error: unknown) => {
    throw unavailable(error, provider, deps);
  });
  const cookie = deps.flows.write({
    ...secrets,
    provider: provider.name,
    target,
    expiresAt: request.context.now.getTime() + FLOW_SECONDS * 1000,
    ...(link === undefined ? {} : { link }),
  });
  return { location, cookie };
}

/** 256 random bits, enough for a PKCE verifier (RFC 7636). */
const random = (): string => randomBytes(32).toString('base64url');

/** Logs a provider fault by its codes only; provider messages are never logged. */
export function logFault(
  { kind, reason }: ProviderFault,
  provider: Provider,
  { log }: Pick<OpenidEndpointDeps, 'log'>,
): void {
  const entry = { msg: 'single sign-on failed', provider: provider.name, kind, reason };
  if (kind === 'denied') log.info(entry);
  else log.warn(entry);
}

/** Converts the fault of an unavailable provider to a 503 error. Returns every other error unchanged. */
export function unavailable(
  error: unknown,
  provider: Provider,
  deps: Pick<OpenidEndpointDeps, 'log'>,
): unknown {
  if (!(error instanceof ProviderFault)) return error;
  logFault(error, provider, deps);
  return signInErrors.unavailable(provider.label ?? provider.name);
}

/** Redirects the browser (302). */
export const leadTo = (location: string, cookies: readonly string[]): ApiResponse => ({
  status: 302,
  cache: 'private',
  headers: { Location: location, 'Referrer-Policy': 'no-referrer', 'Set-Cookie': cookies },
});

/** Link scanners and proxies send HEAD requests, and these endpoints have side effects. */
export const isHead = ({ raw }: ApiRequest): boolean => raw.method === 'HEAD';
export const NO_HEAD: ApiResponse = { status: 405, cache: 'none', headers: { Allow: 'GET' } };
