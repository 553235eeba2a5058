import type { IncomingHttpHeaders } from 'node:http';
import type { Authenticator } from '../../../kernel/contract/http/http.js';
import { ANONYMOUS, type Actor } from '../../../kernel/contract/context.js';
import { kernelErrors, NO_TOKEN, unauthorized } from '../../../kernel/errors/catalog.js';
import type { AppError } from '../../../kernel/errors/app-error.js';
import type { Clock } from '../../../kernel/ports/clock.js';
import type { AccountCheck } from './account-checks.js';
import { createActor } from './actor.js';
import { buildClaims } from './claims.js';
import type { JwtCookie } from './cookies.js';
import type { JwtReader, JwtSigner } from './jwt.js';
import type { ActorCache } from './actor-cache.js';
import type { Sessions } from './sessions.js';
import { createUserSwitch, isSwitching, type UserSwitchDeps } from './user-switch.js';
import type { UserRow } from './user-rows.js';
import { bearerToken } from '../../../kernel/util/http/bearer-token.js';

export interface AuthenticatorDeps extends UserSwitchDeps {
  readonly reader: JwtReader;
  readonly signer: JwtSigner;
  readonly cookie: JwtCookie;
  readonly sessions: Pick<Sessions, 'find' | 'rotate'>;
  readonly kept: ActorCache;
  readonly accountCheck: AccountCheck;
  readonly tokenTtl: number;
  readonly clock: Clock;
  /** Returns the `Set-Cookie` value of the hub cookie for this actor; undefined without a hub. */
  readonly hubCookie?: HubCookie | undefined;
  /** Finds the authenticator for a Bearer value that is not a JWT. */
  readonly bearerFor: (value: string) => OtherBearer | undefined;
}

/**
 * Authenticates callers by other kinds of Bearer values.
 * @throws AppError 401, 429
 */
type OtherBearer = { identify(value: string): Promise<Actor> };

export type HubCookie = (actor: Actor) => string | undefined;

/** The session of a request: absent, ended or live. */
type Presented =
  | { readonly kind: 'absent' }
  | { readonly kind: 'dead'; readonly message: string }
  | { readonly kind: 'live'; readonly actor: Actor; readonly cookies: readonly string[] };

export interface AccountAuthenticator extends Authenticator {
  /** Issues a new JWT for the session of a signed token, expired or not (contract decision 12). */
  refresh(headers: IncomingHttpHeaders): Promise<readonly string[]>;
}

/**
 * Authenticates requests before any endpoint runs (accounts.md section 2.3, contract decisions 6, 7, 45, 59 and 102).
 * Uses the current roles and `enabled`: from one prepared query, or from the actor cache if nothing was written since.
 */
export function createAuthenticator(deps: AuthenticatorDeps): AccountAuthenticator {
  const switchUser = createUserSwitch(deps);
  const { kept } = deps;

  async function present(headers: IncomingHttpHeaders, renewal: 'expired' | 'always'): Promise<Presented> {
    const reading = await deps.reader.read(headers);
    if (reading.kind === 'absent') return reading;
    if (reading.kind === 'invalid') return dead(INVALID);
    const { sid, id } = reading.claims;
    const isRenewed = renewal === 'always' || reading.kind === 'expired';
    const known = isRenewed ? undefined : kept.find(sid);
    if (known?.user?.id === id) return { kind: 'live', actor: known, cookies: [] };
    const keep = kept.watch(sid, id);
    const session = await deps.sessions.find(sid);
    if (session === undefined || session.user.id !== id) return dead(INVALID);
    const { user, refreshToken } = session;
    if (refreshToken === null) return dead(EXPIRED);
    if (!user.enabled) return dead(INVALID);
    const actor = createActor(user, sid);
    if (!isRenewed) {
      keep(actor, refreshToken.until);
      return { kind: 'live', actor, cookies: [] };
    }
    if (deps.accountCheck(user) !== undefined) return dead(EXPIRED);
    await deps.sessions.rotate(sid, user.id, refreshToken);
    return { kind: 'live', actor, cookies: signInCookies(deps, user, sid) };
  }

  return {
    async authenticate({ method, headers, url, isStrict = false, isPublic = false }) {
      const bearer = bearerToken(headers);
      const other = bearer === undefined ? undefined : deps.bearerFor(bearer);
      if (bearer !== undefined && other !== undefined) {
        if (isSwitching(url)) throw kernelErrors.notForTokens();
        return { actor: await other.identify(bearer), cookies: [] };
      }
      const presented = await present(headers, 'expired');
      if (presented.kind === 'absent') return { actor: ANONYMOUS, cookies: [] };
      if (presented.kind === 'live')
        return { actor: await switchUser(presented.actor, url), cookies: presented.cookies };
      // Public reads continue anonymously: front-end servers forward the cookie but drop ours, so a 401 would hide the
      // public site. A visitor whose session ended while filling in a form can still submit it.
      if (!isStrict && (isPublic || isSafe(method)) && bearer === undefined)
        return { actor: ANONYMOUS, cookies: signOutCookies(deps) };
      throw refusal(deps, presented.message);
    },
    async refresh(headers) {
      const presented = await present(headers, 'always');
      if (presented.kind === 'live') return presented.cookies;
      if (presented.kind === 'absent') throw unauthorized(NO_TOKEN);
      throw refusal(deps, presented.message);
    },
  };
}

const INVALID = 'Invalid JWT Token';
const EXPIRED = 'Expired JWT Token';

const dead = (message: string): Presented => ({ kind: 'dead', message });

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/** Returns the cookies of a sign-in: the JWT, and the hub cookie if there is a hub. */
export function signInCookies(
  deps: Pick<AuthenticatorDeps, 'signer' | 'cookie' | 'clock' | 'tokenTtl' | 'hubCookie'>,
  user: UserRow,
  sessionId: string,
): string[] {
  const now = deps.clock.now();
  const jwt = deps.signer.sign(buildClaims(user, { sessionId, now, ttl: deps.tokenTtl }));
  return withHubCookie(deps, deps.cookie.write(jwt, now), createActor(user, sessionId));
}

/** Returns the cookies of a sign-out: the JWT cleared, and the hub cookie of an anonymous visitor. */
export function signOutCookies(deps: Pick<AuthenticatorDeps, 'cookie' | 'hubCookie'>): string[] {
  return withHubCookie(deps, deps.cookie.cleared, ANONYMOUS);
}

function withHubCookie(
  deps: Pick<AuthenticatorDeps, 'hubCookie'>,
  jwtCookie: string,
  actor: Actor,
): string[] {
  const hub = deps.hubCookie?.(actor);
  return hub === undefined ? [jwtCookie] : [jwtCookie, hub];
}

function refusal(deps: Pick<AuthenticatorDeps, 'cookie' | 'hubCookie'>, message: string): AppError {
  return unauthorized(message, { 'Set-Cookie': signOutCookies(deps) });
}
