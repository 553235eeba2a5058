import type { RequestContext } from '../../kernel/contract/context.js';
import type { CompleteDescriptor } from '../../kernel/contract/schema/resource.js';
import type { ViolationList } from '../../kernel/contract/records/validation.js';
import { validationScope } from '../../kernel/authorization/role-hierarchy.js';
import { spelled } from './authentication/index.js';
import { PASSWORD_CREATE } from './model/user.js';

export const WRONG_PASSWORD = 'You have not entered your current password correctly. Please try again.';
export const TOO_COMMON =
  'This password is too common; it is in lists that attackers try first. Choose another one.';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Returns whether a password is one of the 10,000 most common ones, ignoring case. Passwords are compared after Unicode
 * normalization, as for hashing (NIST SP 800-63B). The list is loaded with the first new password.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('./common-passwords.js').then(
    ({ COMMON_PASSWORDS }) => new Set(COMMON_PASSWORDS.split(/\s+/)),
  );
  return (await common).has(spelled(password).toLowerCase());
}

/** Adds a violation if the password is too common. */
export async function refuseCommonPassword(password: unknown, violations: ViolationList): Promise<void> {
  if (typeof password === 'string' && (await isCommonPassword(password)))
    violations.add({ propertyPath: 'plainPassword', message: TOO_COMMON, code: null });
}

/** Adds the violations of a new password. */
export async function checkPassword(
  password: string,
  to: {
    readonly resource: CompleteDescriptor;
    readonly context: Pick<RequestContext, 'actor' | 'now'>;
    readonly violations: ViolationList;
  },
): Promise<void> {
  const { resource, context, violations } = to;
  const groups = new Set([PASSWORD_CREATE]);
  resource.validate({ plainPassword: password }, { groups, violations, ...validationScope(context) });
  await refuseCommonPassword(password, violations);
}
