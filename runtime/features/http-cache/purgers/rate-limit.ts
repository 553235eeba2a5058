import { setTimeout as sleep } from 'node:timers/promises';

/** When a service that counts requests may be asked: so many a minute, and a few at once after a rest. */
export interface RateLimit {
  /** Milliseconds until that many requests may have been sent. */
  durationOf(requests: number): number;
  /** Waits until one more may be sent. @throws when the signal ends first. */
  take(signal: AbortSignal): Promise<void>;
  /** Nothing may be sent for so many milliseconds, whatever was counted here. */
  pause(forMs: number): void;
}

const MINUTE_MS = 60_000;

/** @param atOnce requests that may follow each other without a break; one more after each part of a minute */
export function createRateLimit(perMinute: number, atOnce: number): RateLimit {
  const breakMs = MINUTE_MS / perMinute;
  /** When all that was sent is made up for; where that is long ago, `atOnce` requests are free. */
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
