import type { Database } from '../../kernel/contract/database/database.js';
import type { Clock } from '../../kernel/ports/clock.js';
import { createThrottle } from '../../kernel/throttle/throttle.js';
import { networkOf } from '../../kernel/util/http/network-of.js';
import { secondFactorErrors } from './errors.js';

/** Guesses of codes and passkeys, counted for all processes together. */
export interface FactorLimits {
  /** Counts a guess at a code of an account before it is looked at. @throws AppError 429 */
  attempt(userId: string, address: string): Promise<void>;
  /** Takes back what right codes counted. */
  succeeded(userId: string, address: string): Promise<void>;
  /** Takes back one guess that nobody could judge. */
  withdraw(userId: string, address: string): Promise<void>;
  /** Counts a request of somebody who has named no account. @throws AppError 429 */
  fromNetwork(address: string): Promise<void>;
}

const QUARTER = { durationSeconds: 900, refusal: secondFactorErrors.throttled };
const DAY = { durationSeconds: 86_400, refusal: secondFactorErrors.throttled };

/**
 * By account whatever the network, because whoever knows a password may guess from many: of a million codes three are right at a time,
 * so that 50 guesses a day take twelve years to find one in half of the cases. Only who knows the password, or has a session, can use them up.
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
