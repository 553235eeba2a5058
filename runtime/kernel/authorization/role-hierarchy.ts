import type { Actor, RequestContext } from '../contract/context.js';

/** Roles each role implies directly (accounts.md section 10.1). */
const IMPLIED: ReadonlyMap<string, readonly string[]> = new Map([
  ['ROLE_SUPER_ADMIN', ['ROLE_ADMIN', 'ROLE_ALLOWED_TO_SWITCH']],
  ['ROLE_ADMIN', ['ROLE_USER']],
]);

export const ROLE_USER = 'ROLE_USER';
export const ROLE_ADMIN = 'ROLE_ADMIN';
export const ROLE_SUPER_ADMIN = 'ROLE_SUPER_ADMIN';
export const ROLE_ALLOWED_TO_SWITCH = 'ROLE_ALLOWED_TO_SWITCH';

/** Built-in roles. Applications may define more. */
export const ROLES = [ROLE_USER, ROLE_ALLOWED_TO_SWITCH, ROLE_ADMIN, ROLE_SUPER_ADMIN] as const;

/**
 * Expands roles through the hierarchy: assigned roles first, then inherited ones in hierarchy order. Every
 * user has ROLE_USER.
 */
export function expandRoles(roles: readonly string[]): Set<string> {
  const expanded = new Set(roles);
  // Iterating a Set also visits elements added during the iteration, so this is a breadth-first walk.
  for (const role of expanded) for (const implied of IMPLIED.get(role) ?? []) expanded.add(implied);
  return expanded.add(ROLE_USER);
}

/**
 * Returns the roles to store from a client's list, without implied roles and duplicates (contract decision
 * 52).
 */
export function reduceRoles(roles: readonly string[]): string[] {
  const distinct = [...new Set(roles)];
  const implied = new Set(distinct.flatMap((role) => impliedBy(role)));
  const own = distinct.filter((role) => !implied.has(role));
  const beyondUser = own.filter((role) => role !== ROLE_USER);
  return beyondUser.length > 0 ? beyondUser : [ROLE_USER];
}

/** Returns whether the caller has a role or satisfies a pseudo role (accounts.md section 10.1). */
export function isGranted(actor: Actor, role: string): boolean {
  switch (role) {
    case 'PUBLIC_ACCESS':
      return true;
    case 'IS_AUTHENTICATED':
    case 'IS_AUTHENTICATED_FULLY':
    case 'IS_AUTHENTICATED_REMEMBERED':
      return actor.user !== null;
    default:
      return actor.roles.has(role);
  }
}

/** Returns the caller's variables for expressions and checks. */
export function callerScope(actor: Actor) {
  return {
    user: actor.user === null ? null : actor.user.fields,
    isGranted: (role: string): boolean => isGranted(actor, role),
  };
}

/** Returns the variables that constraints may use: the caller and the current time. */
export const validationScope = ({ actor, now }: Pick<RequestContext, 'actor' | 'now'>) => ({
  ...callerScope(actor),
  now,
});

function impliedBy(role: string): string[] {
  const direct = IMPLIED.get(role) ?? [];
  return [...direct, ...direct.flatMap(impliedBy)];
}
