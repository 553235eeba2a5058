import type { Database } from '../../kernel/contract/database.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import type { UserRows } from './authentication/index.js';

/** Usernames of the administrators whose password is this one. */
export type AdministratorsWith = (password: string) => Promise<readonly string[]>;

/** Verifies the password of every administrator: tens of milliseconds for each. */
export function createAdministratorsWith(deps: {
  readonly database: Database;
  readonly users: UserRows;
  readonly hasher: PasswordHasher;
}): AdministratorsWith {
  return async (password) => {
    const administrators = await deps.users.administrators(deps.database);
    const verdicts = await Promise.all(
      administrators.map(async (user) => ({
        username: user.username,
        isSame: await deps.hasher.verify(user.password, password),
      })),
    );
    return verdicts.filter(({ isSame }) => isSame).map(({ username }) => username);
  };
}
