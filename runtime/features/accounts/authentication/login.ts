import type { AuditLog } from '../../../kernel/contract/features/audit.js';
import type { RequestContext } from '../../../kernel/contract/context.js';
import type { Database, TransactionSession } from '../../../kernel/contract/database/database.js';
import { unauthorized } from '../../../kernel/errors/catalog.js';
import type { PasswordHasher } from '../../../kernel/ports/password-hasher.js';
import type { AccountCheck } from './account-checks.js';
import type { HoldAccount } from './hold-account.js';
import type { LoginThrottle } from './login-throttle.js';
import type { SignIn, SignInOutcome } from './sign-in.js';
import { canonical, type UserRows } from './user-rows.js';

export interface LoginDeps {
  readonly database: Database;
  readonly users: UserRows;
  readonly hold: HoldAccount;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly accountCheck: AccountCheck;
  readonly audit: AuditLog;
  readonly signIn: Pick<SignIn, 'complete'>;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly address: string;
}

export type Login = (
  credentials: Credentials,
  context: RequestContext,
) => Promise<Exclude<SignInOutcome, { readonly kind: 'refused' }>>;

const INVALID = 'Invalid credentials.';
const MAXIMUM_LENGTH = 4096;

/**
 * Opens a session for right credentials. The password is judged first and takes equal time for an unknown user; what
 * is wrong with the account is only said to who knows its password (contract decision 47).
 */
export function createLogin(deps: LoginDeps): Login {
  const { database, users, hasher } = deps;

  return async ({ username, password, address }, context) => {
    const isTooLong = username.length > MAXIMUM_LENGTH || [...password].length > MAXIMUM_LENGTH;
    const user = isTooLong ? undefined : await users.byIdentifier(database, username);
    const account = user?.id ?? canonical(username);
    // A name that nobody has may be a password that was typed into the wrong field.
    const about = user === undefined ? {} : { account: user.id };
    const refuse = async (problem: string): Promise<never> => {
      await deps.audit.addAlone({ kind: 'failed-sign-in', ...about }, { address }, context);
      throw unauthorized(problem);
    };
    await deps.throttle.attempt(account, address);
    const given = isTooLong ? '' : password;
    const isRight = await hasher.verify(user?.password ?? null, given).catch(async (error: unknown) => {
      // A failure of ours says nothing about the password (contract decision 69).
      await deps.throttle.withdraw(account, address);
      throw error;
    });
    if (user === undefined || !isRight) return refuse(INVALID);
    await deps.throttle.succeeded(account, address);
    // An account that may not sign in gets no new hash either.
    const problem = deps.accountCheck(user);
    if (problem !== undefined) return refuse(problem);
    const newHash = (await hasher.isOutdated(user.password, password)) ? await hasher.hash(password) : null;
    const proof = {
      method: 'password',
      isStrong: false,
      // Conditional on the hash that was verified: a password changed meanwhile opens nothing.
      stillHolds: (transaction: TransactionSession) => deps.hold(transaction, user, newHash),
    };
    const outcome = await deps.signIn.complete(user, proof, context);
    return outcome.kind === 'refused' ? refuse(outcome.problem ?? INVALID) : outcome;
  };
}
