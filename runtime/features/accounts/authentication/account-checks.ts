import type { AccountsConfig } from '../settings.js';
import type { UserRow } from './user-rows.js';

/** Returns the reason why an account cannot be used, or undefined (accounts.md section 2). */
export type AccountCheck = (user: UserRow) => string | undefined;

export const DISABLED_MESSAGE = 'Your account is currently disabled.';
export const UNVERIFIED_MESSAGE =
  'Please verify your email address before logging in. If you did not receive a confirmation email please try ' +
  'resetting your password using the forgot password feature.';

/** Creates the account check. The application's `userChecker` runs after the built-in rules. */
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
