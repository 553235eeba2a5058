import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from '../../../kernel/util/network-of.js';
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

export interface LoginThrottleOptions {
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
export function createLoginThrottle(options: LoginThrottleOptions = {}): LoginThrottle {
  const duration = options.windowSeconds ?? 900;
  const accounts = new RateLimiterMemory({ points: options.perAccount ?? 10, duration });
  const addresses = new RateLimiterMemory({ points: options.perAddress ?? 100, duration });
  const accountKey = (account: string, address: string): string =>
    `${networkOf(address)} ${account.slice(0, 255)}`;
  return {
    async attempt(account, address) {
      await consume(addresses, networkOf(address));
      await consume(accounts, accountKey(account, address));
    },
    async succeeded(account, address) {
      await accounts.delete(accountKey(account, address));
      await addresses.reward(networkOf(address));
    },
    async withdraw(account, address) {
      await accounts.reward(accountKey(account, address));
      await addresses.reward(networkOf(address));
    },
  };
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw accountErrors.loginThrottled(Math.max(1, Math.ceil(error.msBeforeNext / 1000)));
  }
}
