import { expandRoles, ROLE_ALLOWED_TO_SWITCH } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { accountOf } from './authentication/index.js';
import { isUser } from './is-user.js';

/** The scope that lets an access token manage accounts. */
const ACCOUNTS_SCOPE = 'accounts';

/** Fields that decide who can sign in, and with which rights. */
const IDENTITY: ReadonlySet<string> = new Set([
  'username',
  'emailAddress',
  'newEmailAddress',
  'emailAddressVerified',
  'roles',
  'enabled',
]);

/**
 * Restricts account writes by access tokens. Without the scope `accounts`, a token creates no account and changes only
 * custom fields (contract decision 109).
 */
export const machineRule: WriteRule = {
  appliesTo: isUser,
  ahead({ before, incoming, context }) {
    if (before === null) assertManagesAccounts(context.actor);
    return Promise.resolve(incoming);
  },
  apply({ after, changed, before }, { context: { actor } }) {
    if (before === null || changed.some((member) => IDENTITY.has(member))) assertManagesAccounts(actor);
    assertNoSwitcher(after, actor);
    return Promise.resolve();
  },
};

/**
 * Refuses token writes to accounts that may switch users, which include all super administrators. Otherwise a token
 * could gain full rights through another account.
 * @throws AppError 403 for a token
 */
export function assertNoSwitcher(record: StoredRecord, { token }: Actor): void {
  if (token !== undefined && expandRoles(accountOf(record).roles).has(ROLE_ALLOWED_TO_SWITCH))
    throw kernelErrors.notForTokens();
}

/** @throws AppError 403 for a token without the scope */
export function assertManagesAccounts({ token }: Actor): void {
  if (token !== undefined && !token.managesAccounts) throw kernelErrors.outOfScope(ACCOUNTS_SCOPE);
}
