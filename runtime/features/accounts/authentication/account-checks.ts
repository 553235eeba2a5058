import type { AccountsConfig } from '../settings.js';
import type { UserRow } from './user-rows.js';

/** Why an account may not be used; undefined when it may (accounts.md section 2). */
export type AccountCheck = (user: UserRow) => string | undefined;

export const DISABLED_MESSAGE = 'Your account is currently disabled.';
export const UNVERIFIED_MESSAGE =
  'Please verify your email address before logging in. If you did not receive a confirmation email please try ' +
  'resetting your password using the forgot password feature.';

/** `userChecker` is the application's own rule, asked after the built-in ones. */
export function createAccountCheck(
  config: Pick<AccountsConfig, 'user'>,
  userChecker: AccountCheck = () => undefined,
): AccountCheck {
  const { denyUnverifiedLogin } = config.user.emailVerification;
  return (user) => {
    if (!user.enabled) return DISABLED_MESSAGE;
    if (denyUnverifiedLogin && !user.emailAddressVerified) return UNVERIFIED_MESSAGE;
    return userChecker(user);
  };
}
