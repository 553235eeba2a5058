import { ROLE_SUPER_ADMIN } from '../../kernel/authorization/role-hierarchy.js';
import type { AuditLog } from '../../kernel/contract/features/audit.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { Database } from '../../kernel/contract/database/database.js';
import type { RunCommand } from '../../kernel/contract/records/use-cases.js';
import { validationFailed } from '../../kernel/errors/catalog.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import type { Kernel } from '../../kernel/kernel.js';
import {
  type Account,
  type AccountCheck,
  createAccountCheck,
  createActor,
  createAuthenticator,
  createHoldAccount,
  createJwtCookie,
  createJwtReader,
  createJwtSigner,
  createActorCache,
  createLogin,
  createSignIn,
  type AuthenticatorDeps,
  createSignOut,
  type HubCookie,
  type JwtKeys,
  type ActorCache,
  type SignInStep,
  type UserRow,
  type UserRows,
} from './authentication/index.js';
import { createChangeAccount } from './change-account.js';
import { type CreateAccount, createAccountCreation } from './create-account.js';
import { createEmailVerification } from './email-verification.js';
import { createPasswordReset } from './password-reset.js';
import { createSessionExpiry } from './session-expiry.js';
import type { AccountsConfig } from './settings.js';
import type { Users } from './users.js';

/** Creates the ADMIN_USERNAME account. An existing account stays unchanged, including its password. */
type CreateAdminAccount = (admin: NonNullable<AccountsConfig['admin']>) => Promise<{
  readonly kind: 'created' | 'kept';
  readonly user: Account;
}>;

/** Returns the usernames of the administrators with this password. */
type AdministratorsWith = (password: string) => Promise<readonly string[]>;

export interface AccountsDeps extends Pick<Kernel, 'reader' | 'watchTags'> {
  readonly users: Users;
  readonly keys: JwtKeys;
  readonly run: RunCommand;
  readonly audit: AuditLog;
  readonly hubCookie?: HubCookie | undefined;
  /** Returns the sign-in steps of all features, available once all features are created. */
  steps(): readonly SignInStep[];
  readonly bearerFor: AuthenticatorDeps['bearerFor'];
  /** Application-defined reason to refuse an account at login and refresh. */
  readonly userChecker?: AccountCheck | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Returns the current actor of a user, or undefined if the account is deleted or cannot sign in. */
export type FindActor = (userId: string) => Promise<Actor | undefined>;

/** Creates sign-in and mail flows on top of user writes. The console and the server share them. */
export function createAccounts(deps: AccountsDeps) {
  const { reader, run } = deps;
  const { config, database, rows: users, names, hasher, sessions, mailing, flows } = deps.users;
  const { clock, log, storeChange, prepareReset, isCurrentPassword } = deps.users;
  const change = createChangeAccount({ run, storeChange });
  const createAccount = createAccountCreation({
    ...{ database, users, names, hasher, reader, run, clock, log },
    validate: deps.users.validate,
    admin: config.admin,
  });
  return {
    ...createAuthentication(deps),
    rows: users,
    sessions,
    isCurrentPassword,
    verification: createEmailVerification({ database, config, users, names, mailing, flows, clock, change }),
    passwordReset: createPasswordReset({ database, users, mailing, flows, prepareReset, run }),
    createAccount,
    changeAccount: change,
    createAdminAccount: createAdminAccountCreation({ database, users, createAccount }),
    administratorsWith: createAdministratorsWith({ database, users, hasher }),
    sessionExpiry: createSessionExpiry({ users, sessions }),
  };
}

function createAuthentication(deps: AccountsDeps) {
  const { hubCookie, keys } = deps;
  const { config, database, clock, rows: users, sessions, hasher, throttle } = deps.users;
  const cookie = createJwtCookie(config);
  const accountCheck = createAccountCheck(config, deps.userChecker);
  const signing = {
    signer: createJwtSigner(keys.privateKey),
    cookie,
    clock,
    tokenTtl: config.jwt.tokenTtl,
    hubCookie,
  };
  const reader = createJwtReader({ keys, cookie, clock });
  const actorOf = (user: UserRow): Actor | undefined =>
    accountCheck(user) === undefined ? createActor(user) : undefined;
  const findActor: FindActor = async (userId) => {
    const user = await users.byId(database, userId);
    return user && actorOf(user);
  };
  const cacheActors = (ownTags: (key: string) => readonly string[] = () => []): ActorCache => {
    const tagsOf = (userId: string, key: string) => [...sessions.tagsOf(userId), ...ownTags(key)];
    return createActorCache({ watchTags: deps.watchTags, tagsOf, clock });
  };
  const { audit, steps } = deps;
  const signIn = createSignIn({ database, sessions, accountCheck, audit, signing, steps });
  const hold = createHoldAccount({ database, users });
  return {
    reader,
    actorOf,
    findActor,
    cacheActors,
    signing,
    signIn,
    hold,
    signOut: createSignOut({ reader, sessions, audit, signing }),
    /** Returns the reason why an account cannot sign in. */
    check: accountCheck,
    authenticator: createAuthenticator({
      ...{ ...signing, reader, sessions, accountCheck, database, users },
      kept: cacheActors(),
      bearerFor: deps.bearerFor,
    }),
    login: createLogin({ database, users, hold, hasher, throttle, accountCheck, audit, signIn }),
    audit,
  };
}

/** Verifies the password against every administrator, which takes tens of milliseconds per account. */
function createAdministratorsWith(deps: {
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

function createAdminAccountCreation(deps: {
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
