import { createThrottle, type ThrottleDeps } from '../../../kernel/throttle/throttle.js';
import { networkOf } from '../../../kernel/util/http/network-of.js';
import { accountErrors } from '../errors.js';

export interface LoginThrottle {
  /**
   * Counts an attempt before the password is verified, so that parallel guesses are counted too. `account` is the user
   * id, or the submitted name if no user has it.
   * @throws AppError 429 with `Retry-After`.
   */
  attempt(account: string, address: string): Promise<void>;
  /** Resets the counters after a successful attempt. */
  succeeded(account: string, address: string): Promise<void>;
  /** Removes an attempt that could not be verified because of an internal error. */
  withdraw(account: string, address: string): Promise<void>;
}

export interface LoginLimits {
  /** Maximum failures per account and address. */
  readonly perAccount?: number;
  /** Maximum failures per address, for all accounts together. */
  readonly perAddress?: number;
  readonly windowSeconds?: number;
}

/**
 * Throttles logins per account and address, and per address (contract decision 47). A limit per account alone would let
 * anyone lock out a user. An IPv6 network counts as one address.
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
