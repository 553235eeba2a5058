import type { Actor, AuthenticatedUser } from '../../contract/context.js';
import { expandRoles } from '../authorization/role-hierarchy.js';
import type { UserRow } from './user-rows.js';

/** The caller behind a user row; hashes and tokens stay behind. */
export function createActor(user: UserRow, sessionId: string | null = null): Actor {
  return { user: authenticatedUser(user, sessionId), roles: expandRoles(user.roles) };
}

function authenticatedUser(user: UserRow, sessionId: string | null): AuthenticatedUser {
  const { id, username, emailAddress, roles } = user;
  return { id, username, emailAddress, roles, sessionId, fields: expressionFields(user) };
}

/** What an expression may read as `user.<field>` or, of a user record, as `object.<field>`. */
export function expressionFields(user: UserRow): Readonly<Record<string, unknown>> {
  return {
    ...user.custom,
    id: user.id,
    username: user.username,
    emailAddress: user.emailAddress,
    emailAddressVerified: user.emailAddressVerified,
    newEmailAddress: user.newEmailAddress,
    enabled: user.enabled,
    roles: [...expandRoles(user.roles)],
    createdAt: user.createdAt,
    modifiedAt: user.modifiedAt,
  };
}
