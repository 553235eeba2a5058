import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Provider } from '../settings.js';
import { ProviderFault } from './port.js';

export interface LogoutTokens {
  /** @throws ProviderFault for a token that is not the provider's, not for this service, too old, or names nobody */
  read(
    token: string,
    from: { readonly issuer: string; readonly keys: string | undefined },
  ): Promise<{ readonly subject: string; readonly tokenId: string }>;
}

/** The event that a logout token of OpenID Connect tells of. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Seconds after which a token is too old. */
const LONGEST_AGE = 300;
/** Keyed hashes are left out: who knows the secret of the client is not the provider. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

export function createLogoutTokens(
  { clientId }: Pick<Provider, 'clientId'>,
  { timeout, tolerance }: { readonly timeout: number; readonly tolerance: number },
): LogoutTokens {
  let known: { readonly uri: string; readonly keys: JWTVerifyGetKey } | undefined;
  const keysAt = (uri: string): JWTVerifyGetKey => {
    if (known?.uri !== uri)
      known = { uri, keys: createRemoteJWKSet(new URL(uri), { timeoutDuration: timeout * 1000 }) };
    return known.keys;
  };
  return {
    async read(token, { issuer, keys }) {
      if (keys === undefined) throw new ProviderFault('refused', 'no_keys');
      const { payload } = await jwtVerify(token, keysAt(keys), {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        clockTolerance: tolerance,
        maxTokenAge: LONGEST_AGE,
        requiredClaims: ['iat', 'jti'],
      }).catch(refuse);
      const { sub, jti, events, nonce } = payload;
      const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
      // An ID token has a nonce, and must not pass for a logout token.
      if (!isLogout || nonce !== undefined) throw new ProviderFault('refused', 'no_logout_token');
      if (typeof sub !== 'string' || typeof jti !== 'string')
        throw new ProviderFault('refused', 'no_subject');
      return { subject: sub, tokenId: jti };
    },
  };
}

function refuse(error: unknown): never {
  const isOfToken = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout);
  throw new ProviderFault(
    isOfToken ? 'refused' : 'unavailable',
    error instanceof errors.JOSEError ? error.code : 'network',
  );
}
