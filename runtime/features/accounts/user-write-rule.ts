import type { AccountsConfig } from './settings.js';
import type {
  PendingWrite,
  StoredWrite,
  WriteRule,
  WriteScope,
} from '../../kernel/contract/records/writes.js';
import { EMAIL_ADDRESS } from './model/user.js';
import { accountOf, canonical, type Sessions } from './authentication/index.js';
import { linkSource, type AccountMailing } from './account-mailing.js';
import type { Confirmations } from './confirmations.js';
import { isUser } from './is-user.js';
import { messageOf } from '../../kernel/util/text/message-text.js';
import { violationAt } from '../../kernel/validation/violation-at.js';
import { validateNames } from './validate-names.js';
import type { AccountAudit } from './account-audit.js';
import type { UserNames } from './user-names.js';
import { reduceRoles, validationScope } from '../../kernel/authorization/role-hierarchy.js';

export interface UserWriteRuleDeps {
  readonly config: Pick<AccountsConfig, 'user'>;
  readonly names: UserNames;
  readonly sessions: Sessions;
  readonly mailing: AccountMailing;
  readonly confirmations: Pick<Confirmations, 'stamp' | 'require'>;
  readonly audit: Pick<AccountAudit, 'written'>;
  /** Validates and hashes passwords before the transaction opens. */
  readonly passwords: NonNullable<WriteRule['ahead']>;
}

/** Creates the rule that validates and completes every account write (accounts.md sections 6.3 and 6.4). */
export function createUserWriteRule(deps: UserWriteRuleDeps): WriteRule {
  return {
    appliesTo: isUser,
    ahead: deps.passwords,
    lockFirst: (_key, body, { session }) => deps.names.hold(session, body),
    async prepare(write, scope) {
      readRoles(write);
      if (write.before === null) await deps.names.hold(scope.session, write.values);
      const id = write.before?.id;
      await validateNames({ ...write, id, previous: write.before?.values ?? {} }, scope.session, deps.names);
      if (write.before === null) dropPendingAddress(write, scope);
      spellNames(write);
      stampNames(write, scope, deps);
      if (Object.hasOwn(write.concealed, 'password')) stampPassword(write, scope);
    },
    async apply(write, scope) {
      await endSessions(write, scope, deps);
      await deps.audit.written(write, scope);
      deps.confirmations.require(write, scope);
      sendMails(write, scope, deps);
    },
  };
}

/** Maximum number of roles per account. */
const MOST_ROLES = 100;
const ROLE = /^ROLE_[A-Z0-9_]{1,100}$/;

/** Reads the roles of a body. Roles implied by others are not stored (contract decision 52). */
function readRoles({ values, sent, violations }: PendingWrite): void {
  if (!sent.has('roles') || violations.items.some(({ propertyPath }) => propertyPath === 'roles')) return;
  const sentRoles = Array.isArray(values.roles) ? (values.roles as readonly unknown[]) : [];
  if (sentRoles.length > MOST_ROLES) {
    const tooMany = messageOf('This list has more than {{ limit }} roles.', {
      parameters: { limit: String(MOST_ROLES) },
    });
    violations.add(violationAt('roles', tooMany));
    return;
  }
  const roles = sentRoles.flatMap((role, index) => {
    if (typeof role === 'string' && ROLE.test(role)) return [role];
    violations.add({ propertyPath: `roles[${index}]`, message: 'This value is not valid.', code: null });
    return [];
  });
  if (values.roles !== null) values.roles = reduceRoles(roles);
}

/** Validates and drops a pending address sent with a new account, which uses its `emailAddress` directly. */
function dropPendingAddress({ resource, values, violations }: PendingWrite, { context }: WriteScope): void {
  const groups = new Set([EMAIL_ADDRESS]);
  resource.validate(values, { groups, violations, ...validationScope(context) });
  values.newEmailAddress = null;
}

const SPELLINGS = [
  ['username', 'username_canonical'],
  ['emailAddress', 'email_canonical'],
  ['newEmailAddress', 'new_email_canonical'],
] as const;

/** Stores the normalized names for lookup (contract decision 67). */
function spellNames({ before, values, concealed }: PendingWrite): void {
  for (const [member, column] of SPELLINGS) {
    const text = values[member];
    if (before !== null && before.values[member] === text) continue;
    concealed[column] = typeof text === 'string' ? canonical(text) : null;
  }
}

/**
 * Updates verification state with the names. A link mailed to a previous address does not verify the current one
 * (contract decision 48).
 */
function stampNames(
  { id, before, values, sent, concealed }: PendingWrite,
  { context }: WriteScope,
  { config, confirmations }: Pick<UserWriteRuleDeps, 'config' | 'confirmations'>,
): void {
  const { now } = context;
  const verification = config.user.emailVerification;
  const isStated = sent.has('emailAddressVerified');
  if (before === null) {
    concealed.email_last_updated_at = now;
    if (!isStated) values.emailAddressVerified = verification.defaultValue;
    return;
  }
  if (values.emailAddress !== before.values.emailAddress) {
    concealed.email_last_updated_at = now;
    concealed.email_address_verify_token = null;
    if (!isStated && verification.verifyOnChange) values.emailAddressVerified = false;
  }
  if (values.newEmailAddress === before.values.newEmailAddress) return;
  concealed.new_email_verification_token = null;
  Object.assign(concealed, confirmations.stamp(id, values.newEmailAddress, context));
}

/** Invalidates the mailed reset link with a new password. */
function stampPassword({ concealed }: PendingWrite, { context: { now } }: WriteScope): void {
  concealed.password_updated_at = now;
  concealed.new_password_confirmation_token = null;
}

const isNewPassword = ({ before, concealed }: StoredWrite): boolean =>
  before !== null && concealed.has('password');

/** Ends sessions after a change. The session that changed its own password stays open (contract decision 6). */
async function endSessions(
  write: StoredWrite,
  unit: WriteScope,
  { sessions }: UserWriteRuleDeps,
): Promise<void> {
  const { before, after } = write;
  const isDisabled = before?.values.enabled === true && after.values.enabled !== true;
  if (!isDisabled && !isNewPassword(write)) return;
  const { user } = unit.context.actor;
  const isOwn = !isDisabled && user?.id === after.id;
  await sessions.endWith(unit, after.id, isOwn ? user.sessionId : null);
}

/** Sends mails after the commit. Writes outside a request send none (accounts.md section 12.1). */
function sendMails(write: StoredWrite, { context, afterCommit }: WriteScope, deps: UserWriteRuleDeps): void {
  const source = linkSource(context);
  if (source === null) return;
  const after = accountOf(write.after);
  const { verifyOnRegister, enabled } = deps.config.user.emailVerification;
  const needsLink = !after.emailAddressVerified && verifyOnRegister && enabled;
  const before = write.before === null ? null : accountOf(write.before);
  const change = { before, after, isNewPassword: isNewPassword(write) };
  afterCommit(() =>
    change.before === null
      ? deps.mailing.welcome(after, source, needsLink)
      : deps.mailing.changed({ ...change, before: change.before }, source),
  );
}
