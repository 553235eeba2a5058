import { RateLimiterMemory } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors/catalog.js';

export interface ThrottleOptions {
  /** The number of hits that a key has within the duration. */
  readonly points: number;
  readonly durationSeconds: number;
}

export interface Throttle {
  /**
   * Counts a hit for the key.
   * @throws AppError 429 with `Retry-After` when the key has no hits left.
   */
  hit(key: string): Promise<void>;
}

/** Makes a rate limit in memory, keyed by whatever the caller wants to limit (contract decision 44). */
export function createThrottle({ points, durationSeconds }: ThrottleOptions): Throttle {
  const limiter = new RateLimiterMemory({ points, duration: durationSeconds });
  return {
    async hit(key) {
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, 1);
      if (consumedPoints > points) throw tooManyRequests(Math.max(1, Math.ceil(msBeforeNext / 1000)));
    },
  };
}
