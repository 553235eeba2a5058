import {
  createAccountCheck,
  createAuthenticator,
  createJwtCookie,
  createJwtReader,
  createJwtSigner,
  createLogin,
  type AccountCheck,
  type HubCookie,
  type JwtKeys,
} from './authentication/index.js';
import type { RunCommand } from '../../kernel/contract/use-cases.js';
import type { RecordReader } from '../../kernel/records/record-reader.js';
import type { Users } from './users.js';
import { createAdminAccountCreation } from './admin-account.js';
import { createChangeAccount } from './change-account.js';
import { createAccountCreation } from './create-account.js';
import { createEmailVerification } from './email-verification.js';
import { createAdministratorsWith } from './known-passwords.js';
import { createPasswordReset } from './password-reset.js';
import { createSessionExpiry } from './session-expiry.js';

export interface AccountsDeps {
  readonly users: Users;
  readonly keys: JwtKeys;
  readonly reader: RecordReader;
  readonly run: RunCommand;
  readonly hubCookie?: HubCookie | undefined;
  /** The application's own reason to refuse an account at login and refresh. */
  readonly userChecker?: AccountCheck | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Signing in and the flows that work by mail, over the writes of users; the console uses the same as the server. */
export function createAccounts(deps: AccountsDeps) {
  const { reader, run } = deps;
  const { config, database, rows: users, names, hasher, sessions, mailing, flows } = deps.users;
  const { clock, log, storeChange, prepareReset } = deps.users;
  const change = createChangeAccount({ run, storeChange });
  const createAccount = createAccountCreation({ database, users, names, hasher, reader, run, clock, log });
  return {
    ...createAuthentication(deps),
    rows: users,
    sessions,
    verification: createEmailVerification({ database, config, users, names, mailing, flows, clock, change }),
    passwordReset: createPasswordReset({ database, users, mailing, flows, prepareReset, run }),
    createAccount,
    createAdminAccount: createAdminAccountCreation({ database, users, createAccount }),
    administratorsWith: createAdministratorsWith({ database, users, hasher }),
    sessionExpiry: createSessionExpiry({ database, users, sessions }),
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
  return {
    reader,
    signing,
    authenticator: createAuthenticator({ ...signing, reader, sessions, accountCheck, database, users }),
    login: createLogin({ database, users, sessions, hasher, throttle, accountCheck }),
  };
}
