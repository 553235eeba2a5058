import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimit } from '../../../../../runtime/features/caching/purgers/rate-limit.js';

const never = new AbortController().signal;
const MINUTE = 60_000;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('a rate limit', () => {
  test('allows a burst, and then one call per interval', async () => {
    const rateLimit = createRateLimit(6, 3);
    expect([1, 3, 4, 9].map((requests) => rateLimit.durationOf(requests))).toEqual([0, 0, 10_000, MINUTE]);
    for (let sent = 0; sent < 3; sent += 1) await rateLimit.take(never);
    expect([1, 2].map((requests) => rateLimit.durationOf(requests))).toEqual([10_000, 20_000]);
  });

  test('refills after a pause, up to the burst size', async () => {
    const rateLimit = createRateLimit(6, 3);
    for (let sent = 0; sent < 3; sent += 1) await rateLimit.take(never);
    vi.advanceTimersByTime(20_000);
    expect([1, 2, 3].map((requests) => rateLimit.durationOf(requests))).toEqual([0, 0, 10_000]);
    vi.advanceTimersByTime(60 * MINUTE);
    expect([3, 4].map((requests) => rateLimit.durationOf(requests))).toEqual([0, 10_000]);
  });

  test('waits for the duration of a pause', () => {
    const rateLimit = createRateLimit(6, 3);
    rateLimit.pause(5_000);
    expect([1, 2].map((requests) => rateLimit.durationOf(requests))).toEqual([5_000, 15_000]);
  });

  test('stops waiting when the signal aborts', async () => {
    const rateLimit = createRateLimit(6, 1);
    await rateLimit.take(never);
    const stop = new AbortController();
    const wait = rateLimit.take(stop.signal);
    stop.abort();
    await expect(wait).rejects.toThrow();
  });
});
