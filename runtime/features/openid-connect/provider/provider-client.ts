import * as openid from 'openid-client';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Provider } from '../settings.js';
import { createLogoutTokens } from './logout-tokens.js';
import { type FlowSecrets, type ProviderClient, ProviderFault } from './port.js';

/** Timeout in seconds of each request to a provider. */
const TIMEOUT = 5;
/** Lifetime of cached provider metadata: one hour. */
const METADATA_MS = 3_600_000;
/** Accepted clock difference in seconds. */
const TOLERANCE = 30;

/**
 * Creates a client based on `openid-client`: code flow with PKCE, state and nonce, and verified ID token
 * signatures.
 */
export function createProviderClient(
  provider: Provider,
  { clock, redirectUri }: { readonly clock: Clock; readonly redirectUri: string },
): ProviderClient {
  const configuration = createConfiguration(provider, clock);
  const logoutTokens = createLogoutTokens(provider, { timeout: TIMEOUT, tolerance: TOLERANCE });

  async function claimsOf(config: openid.Configuration, query: string, flow: FlowSecrets) {
    const url = new URL(redirectUri);
    url.search = query;
    const tokens = await openid.authorizationCodeGrant(config, url, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new ProviderFault('refused', 'no_id_token');
    if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
    // Many providers send groups and addresses only here. Signed claims take precedence.
    return { ...(await openid.fetchUserInfo(config, tokens.access_token, claims.sub)), ...claims };
  }

  return {
    async authorizationUrl({ state, nonce, verifier }) {
      const config = await configuration();
      const url = openid.buildAuthorizationUrl(config, {
        ...provider.authorizationParameters,
        redirect_uri: redirectUri,
        scope: provider.scopes.join(' '),
        code_challenge: await openid.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return url.href;
    },
    async redeem(query, flow) {
      const config = await configuration();
      const claims = await claimsOf(config, query, flow).catch(fault);
      return { subject: claims.sub, claims };
    },
    async endSessionUrl(target) {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
      return openid.buildEndSessionUrl(config, { post_logout_redirect_uri: target }).href;
    },
    async readLogoutToken(token) {
      const { issuer, jwks_uri: keys } = (await configuration()).serverMetadata();
      return logoutTokens.read(token, { issuer, keys });
    },
  };
}

/**
 * Caches the provider's metadata in memory. The previous metadata stays in use while the provider is
 * unavailable.
 */
function createConfiguration(provider: Provider, clock: Clock): () => Promise<openid.Configuration> {
  let cached: { readonly config: openid.Configuration; readonly until: number } | undefined;
  let requested: Promise<openid.Configuration> | undefined;

  async function discover(): Promise<openid.Configuration> {
    const isPlain = provider.issuer.startsWith('http:');
    const config = await openid
      .discovery(
        new URL(provider.issuer),
        provider.clientId,
        { [openid.clockTolerance]: TOLERANCE },
        authentication(provider),
        {
          timeout: TIMEOUT,
          // The settings allow plain HTTP for loopback addresses only.
          execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
        },
      )
      .catch((error: unknown) => fault(error, 'unavailable'));
    cached = { config, until: clock.now().getTime() + METADATA_MS };
    return config;
  }

  return async () => {
    if (cached !== undefined && cached.until > clock.now().getTime()) return cached.config;
    requested ??= discover().finally(() => {
      requested = undefined;
    });
    return requested.catch((error: unknown) => {
      if (cached !== undefined) return cached.config;
      throw error;
    });
  };
}

function authentication({ clientAuthentication, secret }: Provider): openid.ClientAuth {
  if (secret === null) return openid.None();
  return clientAuthentication === 'client_secret_post'
    ? openid.ClientSecretPost(secret)
    : openid.ClientSecretBasic(secret);
}

/** Error codes of the library for invalid provider responses. */
const BROKEN = new Set([
  ...['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'],
  ...['OAUTH_PARSE_ERROR', 'OAUTH_WWW_AUTHENTICATE_CHALLENGE'],
]);

function fault(error: unknown, otherwise: 'refused' | 'unavailable' = 'refused'): never {
  if (error instanceof ProviderFault) throw error;
  if (error instanceof openid.AuthorizationResponseError)
    throw new ProviderFault(error.error === 'access_denied' ? 'denied' : 'refused', plain(error.error));
  if (error instanceof openid.ResponseBodyError) throw new ProviderFault(otherwise, plain(error.error));
  if (error instanceof openid.ClientError && error.code !== undefined)
    throw new ProviderFault(BROKEN.has(error.code) ? 'unavailable' : otherwise, plain(error.code));
  // `fetch` throws a `TypeError` for every network error.
  if (error instanceof TypeError) throw new ProviderFault('unavailable', 'network');
  throw new ProviderFault(otherwise, 'unknown');
}

/** Removes unsafe characters: codes come from a browser or a provider and are logged. */
const plain = (code: string): string => code.replaceAll(/[^\w.-]/g, '').slice(0, 60);
