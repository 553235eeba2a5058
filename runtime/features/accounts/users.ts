import { expandRoles } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { RepresentationExtension } from '../../kernel/contract/records/operations.js';
import type { CompleteDescriptor } from '../../kernel/contract/schema/resource.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import type { Kernel } from '../../kernel/kernel.js';
import type { MailTemplates } from '../../kernel/ports/mail-templates.js';
import type { Mailer } from '../../kernel/ports/mailer.js';
import type { PasswordHasher } from '../../kernel/ports/password-hasher.js';
import type { TokenGenerator } from '../../kernel/ports/token-generator.js';
import type { Throttle } from '../../kernel/throttle/throttle.js';
import { type AccountMailing, createAccountMailing } from './account-mailing.js';
import {
  accountOf,
  createLoginThrottle,
  createPasswordHasher,
  createSessions,
  createUserRows,
  type LoginLimits,
  type LoginThrottle,
  type Sessions,
  type UserRows,
} from './authentication/index.js';
import { createStoreAccountChange, type StoreAccountChange } from './change-account.js';
import { createFlowClaims } from './flow-claims.js';
import { isUser } from './is-user.js';
import { RANDOM_TOKENS } from './link-tokens.js';
import { createMailFlows, type MailFlows } from './mail-flows.js';
import { createAccountMails, createMailLinks, type OnUserEmail } from './mails/index.js';
import { createPreparePasswordReset, type PreparePasswordReset } from './password-reset.js';
import type { AccountsConfig } from './settings.js';
import { createUserAccess, type UserAccess } from './user-access.js';
import { createUserNames, type UserNames } from './user-names.js';
import { type Confirmations, createConfirmations } from './confirmations.js';
import {
  type AssertRecentProof,
  createIsCurrentPassword,
  createIsOwner,
  type IsCurrentPassword,
  type IsOwner,
} from './owner-proof.js';
import { type AddressChanges, createUserPasswords } from './user-passwords.js';
import type { AuditLog } from '../../kernel/contract/features/audit.js';
import { type AccountAudit, createAccountAudit } from './account-audit.js';
import { createUserWriteRule } from './user-write-rule.js';
import { createValidateAccount, type ValidateAccount } from './validate-account.js';

/** Returns the hub topics that a caller may subscribe to; empty without a hub. */
type TopicsFor = (actor: Actor) => readonly string[];

export interface UsersDeps extends Pick<
  Kernel,
  'database' | 'guard' | 'clock' | 'log' | 'reader' | 'iris' | 'writeOutOfBand' | 'dropTags'
> {
  readonly config: AccountsConfig;
  readonly audit: AuditLog;
  readonly mailer: Mailer;
  readonly mailTemplates: MailTemplates;
  /** The user type with the application's fields. */
  readonly resource: CompleteDescriptor;
  /** Throttle of new addresses per account. */
  readonly addressChanges: AddressChanges;
  /** Throttle of new accounts per network. */
  readonly registrations: Throttle;
  /** Throttle of checks whether a name or an address is taken, per network or account. */
  readonly nameChecks: Throttle;
  /** Requires a recent proof of identity for accounts without a password. */
  readonly assertRecentProof: AssertRecentProof;
  readonly topicsFor?: TopicsFor | undefined;
  readonly onUserEmail?: OnUserEmail | undefined;
  readonly hasher?: PasswordHasher | undefined;
  readonly tokens?: TokenGenerator | undefined;
  readonly throttle?: LoginThrottle | undefined;
  readonly loginLimits?: LoginLimits | undefined;
}

/** Rules of the user resource, and the parts it shares with the account flows. */
export interface Users extends Pick<
  UsersDeps,
  'config' | 'database' | 'clock' | 'log' | 'resource' | 'addressChanges' | 'registrations' | 'nameChecks'
> {
  readonly rows: UserRows;
  readonly names: UserNames;
  readonly hasher: PasswordHasher;
  readonly throttle: LoginThrottle;
  readonly sessions: Sessions;
  readonly flows: MailFlows;
  readonly mailing: AccountMailing;
  readonly access: UserAccess;
  readonly writeRule: WriteRule;
  readonly removed: AccountAudit['removed'];
  readonly representation: RepresentationExtension;
  readonly isCurrentPassword: IsCurrentPassword;
  readonly isOwner: IsOwner;
  readonly unitOfWork: Confirmations['hooks'];
  readonly validate: ValidateAccount;
  readonly storeChange: StoreAccountChange;
  readonly prepareReset: PreparePasswordReset;
}

export function createUsers(deps: UsersDeps): Users {
  const { config, database, clock, log, resource } = deps;
  const { addressChanges, registrations, nameChecks } = deps;
  const rows = createUserRows(database, resource.fields);
  const names = createUserNames({ users: rows });
  const sessions = createSessions({
    ...deps,
    users: rows,
    ttl: config.refreshToken.ttl,
    tagOf: (userId) => deps.iris.item(resource, userId),
  });
  const hasher = deps.hasher ?? createPasswordHasher();
  const throttle = deps.throttle ?? createLoginThrottle(deps, deps.loginLimits);
  const flows = createMailFlows(config);
  const mailing = createMailing(deps, flows);
  const storeChange = createStoreAccountChange({ reader: deps.reader, users: rows, names });
  const shared = { database, config, users: rows, resource, hasher, throttle, flows, clock, storeChange };
  const isCurrentPassword = createIsCurrentPassword(shared);
  const accountAudit = createAccountAudit(deps.audit);
  const { assertRecentProof } = deps;
  const isOwner = createIsOwner({ database, users: rows, isCurrentPassword, assertRecentProof });
  const passwords = createUserPasswords({ resource, hasher, addressChanges, isCurrentPassword, isOwner });
  const confirmations = createConfirmations({ mailing, flow: flows.confirm });
  return {
    config,
    database,
    clock,
    log,
    resource,
    addressChanges,
    registrations,
    nameChecks,
    rows,
    names,
    hasher,
    throttle,
    sessions,
    flows,
    mailing,
    isCurrentPassword,
    isOwner,
    unitOfWork: confirmations.hooks,
    storeChange,
    access: createUserAccess(config.user.security, deps.guard),
    writeRule: createUserWriteRule({
      ...{ config, names, sessions, mailing, passwords, confirmations },
      audit: accountAudit,
    }),
    removed: accountAudit.removed,
    representation: createUserRepresentation(deps.topicsFor ?? (() => [])),
    validate: createValidateAccount({ database, resource, names, clock: deps.clock }),
    prepareReset: createPreparePasswordReset(shared),
  };
}

function createMailing(deps: UsersDeps, flows: MailFlows): AccountMailing {
  const { config, mailer, mailTemplates, onUserEmail } = deps;
  return createAccountMailing({
    flows,
    claims: createFlowClaims(deps.database),
    mails: createAccountMails({
      config,
      mailer,
      templates: mailTemplates,
      onUserEmail,
    }),
    links: createMailLinks(config.user.emailLinks),
    tokens: deps.tokens ?? RANDOM_TOKENS,
    verifiesOnChange: config.user.emailVerification.verifyOnChange,
    clock: deps.clock,
    log: deps.log,
  });
}

/** Adds implied roles and the caller's hub topics to user documents (accounts.md sections 5 and 6.1). */
function createUserRepresentation(topicsFor: TopicsFor): RepresentationExtension {
  return {
    appliesTo: isUser,
    extend(representations, _purpose, { context: { actor } }) {
      // Access tokens get no hub topics: subscribers have separate credentials.
      const topics = actor.token === undefined ? topicsFor(actor) : [];
      for (const { record, members, metadata } of representations) {
        members.roles = [...expandRoles(accountOf(record).roles)];
        metadata.mercureSubscribeTopics = topics;
      }
      return Promise.resolve();
    },
  };
}
