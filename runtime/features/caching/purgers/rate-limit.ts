import { setTimeout as sleep } from 'node:timers/promises';

/** Token bucket for a service with a limit per minute and a small burst. */
export interface RateLimit {
  /** Returns the milliseconds until this many requests can be sent. */
  durationOf(requests: number): number;
  /**
   * Waits until the next request is allowed.
   * @throws if the signal aborts first
   */
  take(signal: AbortSignal): Promise<void>;
  /** Pauses all requests for this many milliseconds, at the request of the service. */
  pause(forMs: number): void;
}

const MINUTE_MS = 60_000;

/** @param atOnce burst size: the number of requests that can be sent without a pause */
export function createRateLimit(perMinute: number, atOnce: number): RateLimit {
  const breakMs = MINUTE_MS / perMinute;
  /** Time at which the bucket is full again, so that `atOnce` requests can be sent. */
  let restedAt = -Infinity;
  const earliest = (now: number): number => Math.max(restedAt, now - (atOnce - 1) * breakMs);

  return {
    durationOf(requests) {
      const now = performance.now();
      return Math.max(0, earliest(now) + (requests - 1) * breakMs - now);
    },
    async take(signal) {
      const now = performance.now();
      const start = earliest(now);
      restedAt = start + breakMs;
      if (start > now) await sleep(start - now, undefined, { signal });
    },
    pause(forMs) {
      restedAt = Math.max(restedAt, performance.now() + forMs);
    },
  };
}
