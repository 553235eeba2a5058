import type { Actor, AuthenticatedUser } from '../../../kernel/contract/context.js';
import { expandRoles } from '../../../kernel/authorization/role-hierarchy.js';
import { expressionFields, type Account } from './account.js';

/** The caller behind a user row; hashes and tokens stay behind. */
export function createActor(user: Account, sessionId: string | null = null): Actor {
  return { user: authenticatedUser(user, sessionId), roles: expandRoles(user.roles) };
}

function authenticatedUser(user: Account, sessionId: string | null): AuthenticatedUser {
  const { id, username, emailAddress, roles } = user;
  return { id, username, emailAddress, roles, sessionId, fields: expressionFields(user) };
}
