import { expandRoles, ROLE_ALLOWED_TO_SWITCH } from '../../kernel/authorization/role-hierarchy.js';
import type { Actor } from '../../kernel/contract/context.js';
import type { StoredRecord } from '../../kernel/contract/records/record.js';
import type { WriteRule } from '../../kernel/contract/records/writes.js';
import { kernelErrors } from '../../kernel/errors/catalog.js';
import { accountOf } from './authentication/index.js';
import { isUser } from './is-user.js';

/** The scope with which a machine token manages accounts. */
const ACCOUNTS_SCOPE = 'accounts';

/** Members that decide who signs in as whom, and with which rights. */
const IDENTITY: ReadonlySet<string> = new Set([
  'username',
  'emailAddress',
  'newEmailAddress',
  'emailAddressVerified',
  'roles',
  'enabled',
]);

/**
 * Restricts writes of accounts by machine tokens, whichever request makes them: without the scope `accounts` a token creates no
 * account and changes only members that the project added (contract decision 109).
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
 * Super administrators create tokens and change every account, which no token may do, by another account either. Those who may switch
 * to other accounts are as powerful: every super administrator is among them.
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
