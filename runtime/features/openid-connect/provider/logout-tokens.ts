import { createRemoteJWKSet, errors, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { Provider } from '../settings.js';
import { ProviderFault } from './port.js';

export interface LogoutTokens {
  /**
   * @throws ProviderFault for a token with a foreign issuer or audience, an expired token, or one without a
   * subject
   */
  read(
    token: string,
    from: { readonly issuer: string; readonly keys: string | undefined },
  ): Promise<{ readonly subject: string; readonly tokenId: string }>;
}

/** Event type of an OpenID Connect back-channel logout token. */
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Maximum age of a token in seconds. */
const LONGEST_AGE = 300;
/**
 * Accepted signature algorithms. HMAC is excluded: knowing the client secret does not prove to be the
 * provider.
 */
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
      // ID tokens have a nonce. They must not be accepted as logout tokens.
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
