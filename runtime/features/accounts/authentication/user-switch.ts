import type { Actor } from '../../../kernel/contract/context.js';
import type { Database } from '../../../kernel/contract/database/database.js';
import { forbidden } from '../../../kernel/errors/catalog.js';
import { isGranted, ROLE_ALLOWED_TO_SWITCH } from '../../../kernel/authorization/role-hierarchy.js';
import type { AccountCheck } from './account-checks.js';
import { createActor } from './actor.js';
import type { UserRows } from './user-rows.js';

export interface UserSwitchDeps {
  readonly database: Database;
  readonly users: UserRows;
  readonly accountCheck: AccountCheck;
}

/** Ends the switch in servers with session state. Here each request is independent, so the value is ignored. */
const EXIT = '_exit';

/**
 * Runs a single request as another user: `?_switch_user=<username or e-mail address>` (accounts.md section 10.4). The
 * session remains the caller's, and the account checks apply to the target (contract decision 53).
 */
export function createUserSwitch(deps: UserSwitchDeps) {
  return async (actor: Actor, url: string | undefined): Promise<Actor> => {
    const target = requestedUser(url);
    if (target === null || target === EXIT) return actor;
    if (!isGranted(actor, ROLE_ALLOWED_TO_SWITCH)) throw forbidden();
    const user = await deps.users.byIdentifier(deps.database, target);
    if (user === undefined || deps.accountCheck(user) !== undefined) throw forbidden();
    return { ...createActor(user, null), ...(actor.user === null ? {} : { by: actor.user.id }) };
  };
}

/** Returns whether a request runs as another user. */
export const isSwitching = (url: string | undefined): boolean => requestedUser(url) !== null;

function requestedUser(url: string | undefined): string | null {
  if (url === undefined || !url.includes('_switch_user=')) return null;
  return new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('_switch_user');
}
