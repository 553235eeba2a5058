import type { AccountsConfig } from './settings.js';
import type { Database } from '../../kernel/contract/database.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import { type Account, type UserRows } from './authentication/index.js';
import type { CreateAccount } from './create-account.js';
import { ROLE_SUPER_ADMIN } from '../../kernel/authorization/role-hierarchy.js';

/** Makes the account of ADMIN_USERNAME unless it exists; an existing one is left as it is, password included. */
export type CreateAdminAccount = (admin: NonNullable<AccountsConfig['admin']>) => Promise<{
  readonly kind: 'created' | 'kept';
  readonly user: Account;
}>;

export function createAdminAccountCreation(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly createAccount: CreateAccount;
}): CreateAdminAccount {
  return async ({ username, password, email }) => {
    const existing = await deps.users.byUsername(deps.database, username);
    if (existing !== undefined) return { kind: 'kept', user: existing };
    const outcome = await deps.createAccount({
      username,
      emailAddress: email,
      password,
      role: ROLE_SUPER_ADMIN,
      enabled: true,
      overwrite: false,
    });
    if (outcome.kind === 'refused') throw validationFailed(outcome.violations);
    return { kind: 'created', user: outcome.user };
  };
}
