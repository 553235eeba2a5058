import type { SqlSession } from '../../kernel/contract/database/database.js';
import type { ViolationList } from '../../kernel/contract/records/validation.js';
import { VIOLATION_CODES } from '../../kernel/contract/records/violation-codes.js';
import { EMAIL_ADDRESS } from './model/user.js';
import type { Names, UserNames } from './user-names.js';
import { checkUsername } from './username-rules.js';

/** An account as a write would store it. */
export interface NamesToValidate {
  /** Id of the account; undefined for a new one. */
  readonly id: string | undefined;
  /** Stored state; empty for a new account. */
  readonly previous: Names & { readonly emailAddressVerified?: unknown };
  readonly values: Names;
  /** Validation groups. */
  readonly groups: ReadonlySet<string>;
  readonly violations: ViolationList;
}

/** Adds violations of account names beyond the rules of the type (accounts.md section 6.3, decision 67). */
export async function validateNames(
  { id, previous, values, groups, violations }: NamesToValidate,
  session: SqlSession,
  names: UserNames,
): Promise<void> {
  // Invalid types are reported first, before the response reveals which names are taken.
  if (violations.items.some(({ code }) => code === VIOLATION_CODES.type)) return;
  const taken = await names.taken(session, { id, names: previous }, values);
  if (groups.has('Default') && values.username !== previous.username && typeof values.username === 'string')
    checkUsername(violations, values.username);
  for (const violation of taken.violations) violations.add(violation);
  const { newEmailAddress } = values;
  if (!groups.has('Default') && !groups.has(EMAIL_ADDRESS)) return;
  const isUsual = previous.emailAddressVerified === true && newEmailAddress === previous.emailAddress;
  if (isUsual) addPending(violations, 'Your new email address should be different.');
  else if (taken.isPendingTaken)
    addPending(violations, 'Someone else is already registered with that email address.');
}

function addPending(violations: ViolationList, message: string): void {
  violations.add({ propertyPath: 'newEmailAddress', message, code: null });
}
