import type { Actor, AuthenticatedUser } from '../../../kernel/contract/context.js';
import { expandRoles } from '../../../kernel/authorization/role-hierarchy.js';
import { expressionFields, type Account } from './account.js';

/** Creates the actor of a user row, without hashes and tokens. */
export function createActor(user: Account, sessionId: string | null = null): Actor {
  return { user: authenticatedUser(user, sessionId), roles: expandRoles(user.roles) };
}

function authenticatedUser(user: Account, sessionId: string | null): AuthenticatedUser {
  const { id, username, emailAddress, roles } = user;
  return { id, username, emailAddress, roles, sessionId, fields: expressionFields(user) };
}
