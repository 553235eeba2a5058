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
 * Opens a session for valid credentials. The password is verified first, in equal time for unknown users. Account
 * problems are reported only after the correct password (contract decision 47).
 */
export function createLogin(deps: LoginDeps): Login {
  const { database, users, hasher } = deps;

  return async ({ username, password, address }, context) => {
    const isTooLong = username.length > MAXIMUM_LENGTH || [...password].length > MAXIMUM_LENGTH;
    const user = isTooLong ? undefined : await users.byIdentifier(database, username);
    const account = user?.id ?? canonical(username);
    // An unknown name may be a password typed into the wrong field, so it is not logged.
    const about = user === undefined ? {} : { account: user.id };
    const refuse = async (problem: string): Promise<never> => {
      await deps.audit.addAlone({ kind: 'failed-sign-in', ...about }, { address }, context);
      throw unauthorized(problem);
    };
    await deps.throttle.attempt(account, address);
    const given = isTooLong ? '' : password;
    const isRight = await hasher.verify(user?.password ?? null, given).catch(async (error: unknown) => {
      // An internal error must not count as a wrong password (contract decision 69).
      await deps.throttle.withdraw(account, address);
      throw error;
    });
    if (user === undefined || !isRight) return refuse(INVALID);
    await deps.throttle.succeeded(account, address);
    // The hash is upgraded only for accounts that can sign in.
    const problem = deps.accountCheck(user);
    if (problem !== undefined) return refuse(problem);
    const newHash = (await hasher.isOutdated(user.password, password)) ? await hasher.hash(password) : null;
    const proof = {
      method: 'password',
      isStrong: false,
      // Requires the verified hash, so a password changed in the meantime opens no session.
      stillHolds: (transaction: TransactionSession) => deps.hold(transaction, user, newHash),
    };
    const outcome = await deps.signIn.complete(user, proof, context);
    return outcome.kind === 'refused' ? refuse(outcome.problem ?? INVALID) : outcome;
  };
}
