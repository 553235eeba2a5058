import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../../../../../../runtime/kernel/errors/database-unavailable.js';
import { createPoller, type PollerOptions } from '../../../../../../runtime/kernel/util/async/poller.js';

const INTERVAL_MS = 1000;

describe('a poller', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const unreported = (error: unknown): never => {
    throw error;
  };

  /** Returns a poller and the times at which its runs started, in milliseconds. */
  function timed(options: Partial<PollerOptions> = {}) {
    const began = Date.now();
    const times: number[] = [];
    const { run = () => Promise.resolve(), ...others } = options;
    const poller = createPoller({
      intervalMs: INTERVAL_MS,
      onError: unreported,
      ...others,
      run() {
        times.push(Date.now() - began);
        return run();
      },
    });
    return { poller, times };
  }

  const lasting = (milliseconds: number) => () =>
    new Promise<void>((resolve) => void setTimeout(resolve, milliseconds));

  test('runs after each interval', async () => {
    const { poller, times } = timed();
    await vi.advanceTimersByTimeAsync(5000);
    expect(times).toEqual([]);
    poller.start();
    poller.start();
    await vi.advanceTimersByTimeAsync(3000);
    expect(times).toEqual([6000, 7000, 8000]);
  });

  test('runs at once if required', async () => {
    const { poller, times } = timed({ isImmediate: true });
    poller.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(times).toEqual([0, 1000]);
  });

  test('never runs twice at a time, and waits after a long run', async () => {
    const { poller, times } = timed({ run: lasting(2500) });
    poller.start();
    await vi.advanceTimersByTimeAsync(2000);
    const joined = poller.run();
    expect(poller.run()).toBe(joined);
    await vi.advanceTimersByTimeAsync(2500);
    expect(times).toEqual([1000, 4500]);
  });

  test('runs earlier on request, which counts for one run', async () => {
    const { poller, times } = timed();
    poller.pollWithin(50);
    poller.start();
    await vi.advanceTimersByTimeAsync(500);
    poller.pollWithin(50);
    await vi.advanceTimersByTimeAsync(20);
    poller.pollWithin(50);
    await vi.advanceTimersByTimeAsync(1100);
    expect(times).toEqual([550, 1550]);
  });

  test('runs again soon after a run during which it was requested', async () => {
    const { poller, times } = timed({ run: lasting(200) });
    poller.start();
    await vi.advanceTimersByTimeAsync(1100);
    poller.pollWithin(50);
    await vi.advanceTimersByTimeAsync(200);
    expect(times).toEqual([1000, 1250]);
  });

  test('reports failures, and which follow a reported one', async () => {
    const failures = ['first', 'second', undefined, 'third'];
    const reported: [string, boolean][] = [];
    const { poller, times } = timed({
      run() {
        const message = failures.shift();
        return message === undefined ? Promise.resolve() : Promise.reject(new Error(message));
      },
      onError: (error, isRepeated) => reported.push([(error as Error).message, isRepeated]),
    });
    poller.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(times).toHaveLength(5);
    expect(reported).toEqual([
      ['first', false],
      ['second', true],
      ['third', false],
    ]);
  });

  test('does not report database outages', async () => {
    const outage = new DatabaseUnavailable('away', undefined);
    const { poller, times } = timed({ run: () => Promise.reject(outage) });
    poller.start();
    await vi.advanceTimersByTimeAsync(2000);
    expect(times).toHaveLength(2);
    await expect(poller.run()).rejects.toBe(outage);
  });

  test('stops during a run, and starts again', async () => {
    const { poller, times } = timed({ run: lasting(200) });
    poller.start();
    await vi.advanceTimersByTimeAsync(1100);
    poller.stop();
    await vi.advanceTimersByTimeAsync(5000);
    poller.start();
    await vi.advanceTimersByTimeAsync(1000);
    expect(times).toEqual([1000, 7100]);
  });

  test('waits for the run in progress when it is closed', async () => {
    const { poller, times } = timed({ run: lasting(200) });
    poller.start();
    await vi.advanceTimersByTimeAsync(1100);
    let isClosed = false;
    void poller.close().then(() => (isClosed = true));
    await vi.advanceTimersByTimeAsync(99);
    expect(isClosed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isClosed).toBe(true);
    poller.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(times).toEqual([1000]);
  });
});
