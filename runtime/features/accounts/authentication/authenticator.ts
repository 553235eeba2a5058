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
import type { KeptActors } from './kept-actors.js';
import type { Sessions } from './sessions.js';
import { createUserSwitch, isSwitching, type UserSwitchDeps } from './user-switch.js';
import type { UserRow } from './user-rows.js';
import { bearerToken } from '../../../kernel/util/http/bearer-token.js';

export interface AuthenticatorDeps extends UserSwitchDeps {
  readonly reader: JwtReader;
  readonly signer: JwtSigner;
  readonly cookie: JwtCookie;
  readonly sessions: Pick<Sessions, 'find' | 'rotate'>;
  readonly kept: KeptActors;
  readonly accountCheck: AccountCheck;
  readonly tokenTtl: number;
  readonly clock: Clock;
  /** `Set-Cookie` value of the hub cookie for this caller; absent or undefined while there is no hub. */
  readonly hubCookie?: HubCookie | undefined;
  /** Finds who takes a Bearer value that is no JWT. */
  readonly bearerFor: (value: string) => OtherBearer | undefined;
}

/** Identifies callers by Bearer values of another kind. @throws AppError 401, 429 */
type OtherBearer = { identify(value: string): Promise<Actor> };

export type HubCookie = (actor: Actor) => string | undefined;

/** The session that a request presents: none, one that is over, or one that lives. */
type Presented =
  | { readonly kind: 'absent' }
  | { readonly kind: 'dead'; readonly message: string }
  | { readonly kind: 'live'; readonly actor: Actor; readonly cookies: readonly string[] };

export interface AccountAuthenticator extends Authenticator {
  /** A fresh JWT for the session a signed token names, expired or not (contract decision 12). */
  refresh(headers: IncomingHttpHeaders): Promise<readonly string[]>;
}

/**
 * Finds out who calls, before any endpoint runs (accounts.md section 2.3, contract decisions 6, 7, 45, 59 and 102), with the
 * current roles and `enabled`: by one prepared read, or by an earlier one since which nothing of it was written.
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
      // A front end's server forwards the cookie and drops ours: a 401 would hide the public site from that browser. And a
      // visitor whose session ended while a form was open sends what anybody may send.
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

/** Cookies of a sign-in: the JWT, and the hub cookie when there is a hub. */
export function signInCookies(
  deps: Pick<AuthenticatorDeps, 'signer' | 'cookie' | 'clock' | 'tokenTtl' | 'hubCookie'>,
  user: UserRow,
  sessionId: string,
): string[] {
  const now = deps.clock.now();
  const jwt = deps.signer.sign(buildClaims(user, { sessionId, now, ttl: deps.tokenTtl }));
  return withHubCookie(deps, deps.cookie.write(jwt, now), createActor(user, sessionId));
}

/** Cookies that sign out: the JWT forgotten, the hub cookie that of an anonymous visitor. */
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
