import type { AppConfig } from '../config/app-config.js';
import type { Database } from '../contract/database.js';
import type { UserExtension } from '../contract/manifest.js';
import { createAccountMails, createMailLinks, createMailTemplates, type OnUserEmail } from '../mail/index.js';
import { userResource } from '../metadata/core-resources/user.js';
import type { Clock } from '../ports/clock.js';
import type { Logger } from '../ports/logger.js';
import type { Mailer } from '../ports/mailer.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { TokenGenerator } from '../ports/token-generator.js';
import {
  createAccountCheck,
  createAuthenticator,
  createJwtCookie,
  createJwtReader,
  createJwtSigner,
  createLogin,
  createLoginThrottle,
  createPasswordHasher,
  createSessions,
  createUserRows,
  type AccountCheck,
  type HubCookie,
  type JwtKeys,
  type LoginThrottle,
} from '../security/index.js';
import type { ExpressionGate } from '../serializer/field-access.js';
import { createAccountMailing } from './account-mailing.js';
import { createAdminAccountCreation } from './admin-account.js';
import { createAccountCreation } from './create-account.js';
import { createEmailVerification } from './email-verification.js';
import { createFlowClaims } from './flow-claims.js';
import { createAdministratorsWith } from './known-passwords.js';
import { RANDOM_TOKENS } from './link-tokens.js';
import { createMailFlows } from './mail-flows.js';
import { createPasswordReset } from './password-reset.js';
import { createSessionExpiry } from './session-expiry.js';
import { createUserDocuments, type TopicsFor } from './user-document.js';
import { createUserInput } from './user-input.js';
import { createUserList } from './user-list.js';
import { createUserPermissions } from './user-permissions.js';
import { createUserRules } from './user-rules.js';
import { createUsers } from './users.js';

export interface AccountsDeps {
  readonly config: AppConfig;
  readonly database: Database;
  readonly mailer: Mailer;
  readonly keys: JwtKeys;
  readonly gate: ExpressionGate;
  readonly clock: Clock;
  readonly log: Logger;
  /** The application's own user fields. */
  readonly extension?: UserExtension | undefined;
  readonly topicsFor?: TopicsFor | undefined;
  readonly hubCookie?: HubCookie | undefined;
  readonly onUserEmail?: OnUserEmail | undefined;
  /** The application's own reason to refuse an account at login and refresh. */
  readonly userChecker?: AccountCheck | undefined;
  readonly hasher?: PasswordHasher | undefined;
  readonly tokens?: TokenGenerator | undefined;
  readonly throttle?: LoginThrottle | undefined;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Everything about accounts over one database; the console uses the same services as the server. */
export function createAccounts(deps: AccountsDeps) {
  const { config, database, clock } = deps;
  const resource = userResource(deps.extension);
  const rows = createUserRows(database, deps.extension?.fields);
  const sessions = createSessions({ database, users: rows, ttl: config.refreshToken.ttl, clock });
  const hasher = deps.hasher ?? createPasswordHasher();
  const rules = createUserRules({ database, users: rows, resource });
  const flows = createMailFlows(config);
  const mailing = createMailing(deps, flows);
  const throttle = deps.throttle ?? createLoginThrottle();
  const shared = { database, config, users: rows, rules, sessions, hasher, throttle, mailing, flows, clock };
  const createAccount = createAccountCreation(shared);
  return {
    ...createAuthentication(deps, { rows, sessions, hasher, throttle }),
    resource,
    rows,
    sessions,
    users: createUsers(shared),
    list: createUserList(database, rows),
    input: createUserInput({ fields: rows.fields, gate: deps.gate }),
    permissions: createUserPermissions(config.user.security, deps.gate),
    documents: createUserDocuments({
      config,
      fields: rows.fields,
      gate: deps.gate,
      topicsFor: deps.topicsFor ?? (() => []),
    }),
    verification: createEmailVerification(shared),
    passwordReset: createPasswordReset(shared),
    createAccount,
    createAdminAccount: createAdminAccountCreation({ database, users: rows, createAccount }),
    administratorsWith: createAdministratorsWith({ database, users: rows, hasher }),
    sessionExpiry: createSessionExpiry({ database, users: rows, sessions }),
  };
}

function createMailing(deps: AccountsDeps, flows: ReturnType<typeof createMailFlows>) {
  const { config, mailer, onUserEmail } = deps;
  return createAccountMailing({
    flows,
    claims: createFlowClaims(deps.database),
    mails: createAccountMails({
      config,
      mailer,
      templates: createMailTemplates(config.projectRoot),
      onUserEmail,
    }),
    links: createMailLinks(config.user.emailLinks),
    tokens: deps.tokens ?? RANDOM_TOKENS,
    verifiesOnChange: config.user.emailVerification.verifyOnChange,
    clock: deps.clock,
    log: deps.log,
  });
}

interface AuthenticationParts {
  readonly rows: ReturnType<typeof createUserRows>;
  readonly sessions: ReturnType<typeof createSessions>;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
}

function createAuthentication(deps: AccountsDeps, { rows, sessions, hasher, throttle }: AuthenticationParts) {
  const { config, database, clock, hubCookie, keys } = deps;
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
    authenticator: createAuthenticator({ ...signing, reader, sessions, accountCheck, database, users: rows }),
    login: createLogin({ database, users: rows, sessions, hasher, throttle, accountCheck }),
  };
}
