import { expandRoles } from '../../../kernel/authorization/role-hierarchy.js';
import { isUuid } from '../../../kernel/util/is-uuid.js';
import type { UserRow } from './user-rows.js';

/** The claims of a JWT (accounts.md section 2.2). `sid` identifies the session (contract decision 45). */
export interface JwtClaims {
  readonly iat: number;
  readonly exp: number;
  readonly sid: string;
  readonly id: string;
  readonly username: string;
  readonly roles: readonly string[];
  readonly emailAddress: string;
  readonly emailAddressVerified: boolean;
  readonly newEmailAddress: string | null;
}

/** Builds the claims of a new JWT for a user's session. */
export function buildClaims(
  user: UserRow,
  { sessionId, now, ttl }: { readonly sessionId: string; readonly now: Date; readonly ttl: number },
): JwtClaims {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return {
    iat: issuedAt,
    exp: issuedAt + ttl,
    sid: sessionId,
    id: user.id,
    username: user.username,
    roles: [...expandRoles(user.roles)],
    emailAddress: user.emailAddress,
    emailAddressVerified: user.emailAddressVerified,
    newEmailAddress: user.newEmailAddress,
  };
}

/** Claims of a verified payload that the authenticator needs. */
export type KnownClaims = Pick<JwtClaims, 'exp' | 'sid' | 'id' | 'username'>;

/** Returns undefined if a claim is missing. */
export function parseClaims(payload: unknown): KnownClaims | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  // The value is an object; each field is checked before use.
  const { exp, sid, id, username } = payload as Readonly<Record<string, unknown>>;
  if (typeof exp !== 'number' || typeof username !== 'string' || !isUuid(sid) || !isUuid(id))
    return undefined;
  return { exp, sid, id, username };
}
