import { createThrottle, type ThrottleDeps } from '../../../kernel/throttle/throttle.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import { accountErrors } from '../errors.js';

export interface LoginThrottle {
  /**
   * Counts an attempt before the password is looked at, so that parallel guesses can't slip through. `account` is the id of
   * the user who was named, by whichever name; what names nobody stands for itself.
   * @throws AppError 429 with `Retry-After`.
   */
  attempt(account: string, address: string): Promise<void>;
  /** Takes back what successful attempts counted. */
  succeeded(account: string, address: string): Promise<void>;
  /** Takes back one attempt that nobody could judge. */
  withdraw(account: string, address: string): Promise<void>;
}

export interface LoginLimits {
  /** Failures of one account from one address. */
  readonly perAccount?: number;
  /** Failures from one address, whatever the account. */
  readonly perAddress?: number;
  readonly windowSeconds?: number;
}

/**
 * Contract decision 47: by account and address, and by address; by account alone anybody could lock anybody out. Whoever
 * has an IPv6 address has its whole network, which counts as one.
 */
export function createLoginThrottle(deps: ThrottleDeps, limits: LoginLimits = {}): LoginThrottle {
  const shared = { durationSeconds: limits.windowSeconds ?? 900, refusal: accountErrors.loginThrottled };
  const accounts = createThrottle(
    { ...shared, name: 'logins of an account', points: limits.perAccount ?? 10 },
    deps,
  );
  const addresses = createThrottle(
    { ...shared, name: 'logins from an address', points: limits.perAddress ?? 100 },
    deps,
  );
  const accountKey = (account: string, address: string): string =>
    `${networkOf(address)} ${account.slice(0, 255)}`;
  return {
    async attempt(account, address) {
      await addresses.hit(networkOf(address));
      await accounts.hit(accountKey(account, address));
    },
    async succeeded(account, address) {
      await accounts.forget(accountKey(account, address));
      await addresses.takeBack(networkOf(address));
    },
    async withdraw(account, address) {
      await accounts.takeBack(accountKey(account, address));
      await addresses.takeBack(networkOf(address));
    },
  };
}
