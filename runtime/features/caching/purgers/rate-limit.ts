import { setTimeout as sleep } from 'node:timers/promises';

/** A token bucket for a service that limits requests a minute, with a small burst after a rest. */
export interface RateLimit {
  /** Milliseconds until so many requests can be sent. */
  durationOf(requests: number): number;
  /** Waits until one more may be sent. @throws when the signal ends first. */
  take(signal: AbortSignal): Promise<void>;
  /** Sends nothing for so many milliseconds, because the service asked for a pause. */
  pause(forMs: number): void;
}

const MINUTE_MS = 60_000;

/** @param atOnce size of the burst: requests that may follow each other without a break */
export function createRateLimit(perMinute: number, atOnce: number): RateLimit {
  const breakMs = MINUTE_MS / perMinute;
  /** The moment at which the bucket is full again; then `atOnce` requests may be sent at once. */
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
