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

/** Enough for every signed-in browser of a busy site; what falls out is verified again. */
const CAPACITY = 2000;

interface KnownTokens {
  /** Claims of a token that was verified before and has not expired. */
  find(token: string, now: Date): KnownClaims | undefined;
  /** Keeps the claims of a token whose signature is good. */
  keep(token: string, claims: KnownClaims): void;
}

export type JwtReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'valid' | 'expired'; readonly claims: KnownClaims };

export interface JwtReader {
  /** Finds the token of a request, and checks its signature and claims. */
  read(headers: IncomingHttpHeaders): Promise<JwtReading>;
}

export interface JwtSigner {
  sign(claims: JwtClaims): string;
}

const ALGORITHM = 'RS256';
const STRATEGY = 'jwt';

/** RS256, with the header `typ: JWT`. */
export function createJwtSigner(privateKey: KeyObject): JwtSigner {
  return { sign: (claims) => jsonwebtoken.sign(claims, privateKey, { algorithm: ALGORITHM }) };
}

/**
 * Authentication with passport and passport-jwt: sessionless, the algorithm pinned. The strategy leaves the expiry to
 * us, because an expired token with a good signature may still be refreshed (accounts.md section 3.2).
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

/** Resolves to the verified payload, or to false for a token that passport refuses. */
function createPassport(publicKey: KeyObject, cookie: JwtCookie) {
  const authenticator = new passport.Passport();
  const strategy = new Strategy(
    {
      jwtFromRequest: (request: { headers: IncomingHttpHeaders }) =>
        extractToken(request.headers, cookie) ?? null,
      // jsonwebtoken takes a KeyObject; the typings of passport-jwt are older than that.
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
        // passport hands on whatever the strategy failed with.
        else reject(error as Error);
      };
      const options = { session: false };
      // The middleware answers with nothing here: a custom callback gets the outcome.
      const middleware = authenticator.authenticate(STRATEGY, options, finish) as PassportMiddleware;
      middleware({ headers }, {}, reject);
    });
}

type PassportMiddleware = (
  request: { headers: IncomingHttpHeaders },
  response: object,
  next: (error?: unknown) => void,
) => void;

/** Accounts.md section 2.3: the Bearer header wins over the cookie; a header of another kind is as if not sent. */
function extractToken(headers: IncomingHttpHeaders, cookie: JwtCookie): string | undefined {
  return bearerToken(headers) ?? cookie.read(headers.cookie);
}

/**
 * Remembers verified tokens until they expire, so that a browser's next request costs no signature check. Only digests
 * are kept. Whether the session lives and what its user may do is read on each request all the same.
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
