import { createHash, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import jsonwebtoken from 'jsonwebtoken';
import passport from 'passport';
import { Strategy } from 'passport-jwt';
import type { Clock } from '../../../kernel/ports/clock.js';
import { bearerToken } from '../../../kernel/util/http/bearer-token.js';
import { type JwtClaims, type KnownClaims, parseClaims } from './claims.js';
import type { JwtCookie } from './cookies.js';
import type { JwtKeys } from './jwt-keys.js';

/** Enough for the signed-in browsers of a busy site. Evicted tokens are verified again. */
const CAPACITY = 2000;

interface KnownTokens {
  /** Returns the claims of a token that was verified earlier and has not expired. */
  find(token: string, now: Date): KnownClaims | undefined;
  /** Caches the claims of a verified token. */
  keep(token: string, claims: KnownClaims): void;
}

export type JwtReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'valid' | 'expired'; readonly claims: KnownClaims };

export interface JwtReader {
  /** Extracts the token of a request and verifies its signature and claims. */
  read(headers: IncomingHttpHeaders): Promise<JwtReading>;
}

export interface JwtSigner {
  sign(claims: JwtClaims): string;
}

const ALGORITHM = 'RS256';
const STRATEGY = 'jwt';

/** Creates a signer for RS256 with the header `typ: JWT`. */
export function createJwtSigner(privateKey: KeyObject): JwtSigner {
  return { sign: (claims) => jsonwebtoken.sign(claims, privateKey, { algorithm: ALGORITHM }) };
}

/**
 * Creates a reader based on passport and passport-jwt, without sessions and with a pinned algorithm. The caller checks
 * the expiry, because an expired token can still be refreshed (accounts.md section 3.2).
 */
export function createJwtReader(deps: {
  readonly keys: JwtKeys;
  readonly cookie: JwtCookie;
  readonly clock: Clock;
}): JwtReader {
  const authenticate = createPassport(deps.keys.publicKey, deps.cookie);
  const known = createKnownTokens();
  return {
    async read(headers) {
      const token = extractToken(headers, deps.cookie);
      if (token === undefined) return { kind: 'absent' };
      const now = deps.clock.now();
      const verified = known.find(token, now);
      if (verified !== undefined) return { kind: 'valid', claims: verified };
      const claims = parseClaims(await authenticate(headers));
      if (claims === undefined) return { kind: 'invalid' };
      if (claims.exp <= Math.floor(now.getTime() / 1000)) return { kind: 'expired', claims };
      known.keep(token, claims);
      return { kind: 'valid', claims };
    },
  };
}

/** Resolves to the verified payload, or to false if passport refuses the token. */
function createPassport(publicKey: KeyObject, cookie: JwtCookie) {
  const authenticator = new passport.Passport();
  const strategy = new Strategy(
    {
      jwtFromRequest: (request: { headers: IncomingHttpHeaders }) =>
        extractToken(request.headers, cookie) ?? null,
      // jsonwebtoken accepts a KeyObject, but the types of passport-jwt are older.
      secretOrKey: publicKey as unknown as Buffer,
      algorithms: [ALGORITHM],
      ignoreExpiration: true,
    },
    (payload: unknown, done: (error: unknown, user: unknown) => void) => done(null, payload),
  );
  authenticator.use(STRATEGY, strategy);
  return (headers: IncomingHttpHeaders): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const finish = (error: unknown, payload: unknown): void => {
        if (error == null) resolve(payload);
        // passport passes through any error of the strategy.
        else reject(error as Error);
      };
      const options = { session: false };
      // With a custom callback the middleware sends no response itself.
      const middleware = authenticator.authenticate(STRATEGY, options, finish) as PassportMiddleware;
      middleware({ headers }, {}, reject);
    });
}

type PassportMiddleware = (
  request: { headers: IncomingHttpHeaders },
  response: object,
  next: (error?: unknown) => void,
) => void;

/**
 * Extracts the token. The Bearer header takes precedence over the cookie; other authorization schemes are ignored
 * (accounts.md section 2.3).
 */
function extractToken(headers: IncomingHttpHeaders, cookie: JwtCookie): string | undefined {
  return bearerToken(headers) ?? cookie.read(headers.cookie);
}

/**
 * Caches verified tokens until they expire, which saves a signature check per request. Stores only digests. Session
 * state and user rights are still checked on each request.
 */
export function createKnownTokens(): KnownTokens {
  const claimsByDigest = new LRUCache<string, KnownClaims>({ max: CAPACITY });
  return {
    find(token, now) {
      const digest = digestOf(token);
      const claims = claimsByDigest.get(digest);
      if (claims !== undefined && claims.exp > Math.floor(now.getTime() / 1000)) return claims;
      claimsByDigest.delete(digest);
      return undefined;
    },
    keep: (token, claims) => void claimsByDigest.set(digestOf(token), claims),
  };
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}
