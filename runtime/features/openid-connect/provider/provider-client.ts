import * as openid from 'openid-client';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { Provider } from '../settings.js';
import { createLogoutTokens } from './logout-tokens.js';
import { type FlowSecrets, type ProviderClient, ProviderFault } from './port.js';

/** Seconds that each request to a provider may take. */
const TIMEOUT = 5;
/** What a provider says of itself is asked for again after an hour. */
const METADATA_MS = 3_600_000;
/** Seconds by which clocks may differ. */
const TOLERANCE = 30;

/** Talks to a provider by `openid-client`: code flow with PKCE, state and nonce, and ID tokens whose signatures are checked. */
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
    // Many providers tell groups and addresses there only. What is signed goes before it.
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

/** What a provider says of itself, kept in memory; while it is away what it said before holds. */
function createConfiguration(provider: Provider, clock: Clock): () => Promise<openid.Configuration> {
  let kept: { readonly config: openid.Configuration; readonly until: number } | undefined;
  let asked: Promise<openid.Configuration> | undefined;

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
          // Only loopback addresses may be plain, which the settings see to.
          execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
        },
      )
      .catch((error: unknown) => fault(error, 'unavailable'));
    kept = { config, until: clock.now().getTime() + METADATA_MS };
    return config;
  }

  return async () => {
    if (kept !== undefined && kept.until > clock.now().getTime()) return kept.config;
    asked ??= discover().finally(() => {
      asked = undefined;
    });
    return asked.catch((error: unknown) => {
      if (kept !== undefined) return kept.config;
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

/** Codes of the library for answers that no working provider gives. */
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
  // `fetch` throws one for all that goes wrong on the way.
  if (error instanceof TypeError) throw new ProviderFault('unavailable', 'network');
  throw new ProviderFault(otherwise, 'unknown');
}

/** Codes come from a browser or a provider, and go to the log. */
const plain = (code: string): string => code.replaceAll(/[^\w.-]/g, '').slice(0, 60);
