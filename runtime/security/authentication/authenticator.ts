import type { Authenticator } from '../../contract/http.js';
import { ANONYMOUS, type Actor } from '../../contract/context.js';
import { unauthorized } from '../../errors/catalog.js';
import type { AppError } from '../../errors/app-error.js';
import type { Clock } from '../../ports/clock.js';
import type { AccountCheck } from './account-checks.js';
import { createActor } from './actor.js';
import { buildClaims } from './claims.js';
import type { JwtCookie } from './cookies.js';
import type { JwtReader, JwtReading, JwtSigner } from './jwt.js';
import type { Sessions } from './sessions.js';
import { createUserSwitch, type UserSwitchDeps } from './user-switch.js';
import type { UserRow } from './user-rows.js';

export interface AuthenticatorDeps extends UserSwitchDeps {
  readonly reader: JwtReader;
  readonly signer: JwtSigner;
  readonly cookie: JwtCookie;
  readonly sessions: Sessions;
  readonly accountCheck: AccountCheck;
  readonly tokenTtl: number;
  readonly clock: Clock;
  /** `Set-Cookie` value of the hub cookie for this caller; absent or undefined while there is no hub. */
  readonly hubCookie?: HubCookie | undefined;
}

export type HubCookie = (actor: Actor) => string | undefined;

type SignedReading = Extract<JwtReading, { kind: 'valid' | 'expired' }>;

export interface AccountAuthenticator extends Authenticator {
  /** A fresh JWT for the session a signed token names, expired or not (contract decision 12). */
  refresh(headers: Parameters<JwtReader['read']>[0]): Promise<readonly string[]>;
}

/**
 * Finds out who calls, before any endpoint runs (accounts.md section 2.3, contract decisions 6, 7 and 45). Costs one
 * prepared read, so that the current roles and `enabled` apply.
 */
export function createAuthenticator(deps: AuthenticatorDeps): AccountAuthenticator {
  const switchUser = createUserSwitch(deps);

  async function resume(reading: SignedReading) {
    const session = await deps.sessions.find(reading.claims.sid);
    if (session === undefined || session.user.id !== reading.claims.id)
      throw refusal(deps, 'Invalid JWT Token');
    if (session.refreshToken === null) throw refusal(deps, 'Expired JWT Token');
    if (!session.user.enabled) throw refusal(deps, 'Invalid JWT Token');
    return { user: session.user, refreshToken: session.refreshToken, sessionId: reading.claims.sid };
  }

  async function renew(session: Awaited<ReturnType<typeof resume>>): Promise<string[]> {
    if (deps.accountCheck(session.user) !== undefined) throw refusal(deps, 'Expired JWT Token');
    await deps.sessions.rotate(session.sessionId, session.user.id, session.refreshToken);
    return signInCookies(deps, session.user, session.sessionId);
  }

  return {
    async authenticate({ headers, url }) {
      const reading = await deps.reader.read(headers);
      if (reading.kind === 'absent') return { actor: ANONYMOUS, cookies: [] };
      if (reading.kind === 'invalid') throw refusal(deps, 'Invalid JWT Token');
      const session = await resume(reading);
      const cookies = reading.kind === 'expired' ? await renew(session) : [];
      const actor = createActor(session.user, session.sessionId);
      return { actor: await switchUser(actor, url), cookies };
    },
    async refresh(headers) {
      const reading = await deps.reader.read(headers);
      if (reading.kind === 'absent') throw unauthorized('JWT Token not found');
      if (reading.kind === 'invalid') throw refusal(deps, 'Invalid JWT Token');
      return renew(await resume(reading));
    },
  };
}

/** Cookies of a sign-in: the JWT, and the hub cookie when there is a hub. */
export function signInCookies(
  deps: Pick<AuthenticatorDeps, 'signer' | 'cookie' | 'clock' | 'tokenTtl' | 'hubCookie'>,
  user: UserRow,
  sessionId: string,
): string[] {
  const now = deps.clock.now();
  const jwt = deps.signer.sign(buildClaims(user, sessionId, now, deps.tokenTtl));
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
