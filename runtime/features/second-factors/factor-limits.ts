import type { Database } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { networkOf } from '../../kernel/util/http/network-of.js';
import { secondFactorErrors } from './errors.js';

/** Counts attempts with codes and passkeys across all processes. */
export interface FactorLimits {
  /** Counts an attempt for an account before the code is checked. @throws AppError 429 */
  attempt(userId: string, address: string): Promise<void>;
  /** Removes the attempts of a correct code. */
  succeeded(userId: string, address: string): Promise<void>;
  /** Removes one attempt whose code could not be checked. */
  withdraw(userId: string, address: string): Promise<void>;
  /** Counts a request without an account by client network. @throws AppError 429 */
  fromNetwork(address: string): Promise<void>;
}

const QUARTER = { durationSeconds: 900, refusal: secondFactorErrors.throttled };
const DAY = { durationSeconds: 86_400, refusal: secondFactorErrors.throttled };

/**
 * Creates the limits. Attempts count per account regardless of the network, because an attacker with the password may
 * use many networks. Three of a million codes are valid at a time. With 50 attempts a day, an attacker needs twelve
 * years for a chance of one half. Attempts require the password or a session, so strangers cannot use them up.
 */
export function createFactorLimits(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FactorLimits {
  const quarter = createThrottle({ ...QUARTER, name: 'second factors of an account', points: 10 }, deps);
  const day = createThrottle({ ...DAY, name: 'second factors of an account in a day', points: 50 }, deps);
  const networks = createThrottle({ ...QUARTER, name: 'second factors from a network', points: 100 }, deps);
  const fromNetwork = (address: string): Promise<void> => networks.hit(networkOf(address));
  return {
    fromNetwork,
    async attempt(userId, address) {
      await fromNetwork(address);
      await quarter.hit(userId);
      await day.hit(userId);
    },
    async succeeded(userId, address) {
      await quarter.forget(userId);
      await day.forget(userId);
      await networks.takeBack(networkOf(address));
    },
    async withdraw(userId, address) {
      await quarter.takeBack(userId);
      await day.takeBack(userId);
      await networks.takeBack(networkOf(address));
    },
  };
}
