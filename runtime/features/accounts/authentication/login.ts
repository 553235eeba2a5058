import type { Database } from '../../../kernel/contract/database.js';
import { unauthorized } from '../../../kernel/errors/catalog.js';
import type { PasswordHasher } from '../../../kernel/ports/password-hasher.js';
import type { AccountCheck } from './account-checks.js';
import type { LoginThrottle } from './login-throttle.js';
import type { Sessions } from './sessions.js';
import { canonical, type UserRow, type UserRows } from './user-rows.js';

export interface LoginDeps {
  readonly database: Database;
  readonly users: UserRows;
  readonly sessions: Sessions;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly accountCheck: AccountCheck;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

export type Login = (credentials: Credentials) => Promise<{ user: UserRow; sessionId: string }>;

const INVALID = 'Invalid credentials.';
const MAXIMUM_LENGTH = 4096;

/**
 * Opens a session for right credentials. The password is judged first and takes equal time for an unknown user; what
 * is wrong with the account is only said to who knows its password (contract decision 47).
 */
export function createLogin(deps: LoginDeps): Login {
  const { database, users, sessions, hasher } = deps;
  const { encode } = database.dialect;
  const update = `update ${database.table('user')} set password = :hash
where id = :id and password = :verified and enabled = :enabled`;

  /** Conditional on the hash that was verified: a password changed meanwhile opens nothing. */
  function open(user: UserRow, newHash: string | null): Promise<string | undefined> {
    return database.transaction(async (transaction) => {
      const count = await transaction.run(update, {
        id: encode('uuid', user.id),
        hash: newHash ?? user.password,
        verified: user.password,
        enabled: encode('boolean', true),
      });
      // MariaDB counts rows that changed, not rows that matched; without a new hash the row is read instead.
      const current = count === 1 ? undefined : await users.byId(transaction, user.id);
      const isSame = count === 1 || (current?.enabled === true && current.password === user.password);
      return isSame ? sessions.start(transaction, user.id) : undefined;
    });
  }

  return async ({ username, password, address }) => {
    const isTooLong = username.length > MAXIMUM_LENGTH || password.length > MAXIMUM_LENGTH;
    const user = isTooLong ? undefined : await users.byIdentifier(database, username);
    const account = user?.id ?? canonical(username);
    await deps.throttle.attempt(account, address);
    const given = isTooLong ? '' : password;
    const isRight = await hasher.verify(user?.password ?? null, given).catch(async (error: unknown) => {
      // A failure of ours says nothing about the password (contract decision 69).
      await deps.throttle.withdraw(account, address);
      throw error;
    });
    if (user === undefined || !isRight) throw unauthorized(INVALID);
    await deps.throttle.succeeded(account, address);
    const problem = deps.accountCheck(user);
    if (problem !== undefined) throw unauthorized(problem);
    const newHash = (await hasher.isOutdated(user.password, password)) ? await hasher.hash(password) : null;
    const sessionId = await open(user, newHash);
    if (sessionId === undefined) throw unauthorized(INVALID);
    return { user, sessionId };
  };
}
