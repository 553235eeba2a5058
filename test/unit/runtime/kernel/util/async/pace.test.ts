import { describe, expect, test } from 'vitest';
import { createPace } from '../../../../../../runtime/kernel/util/async/pace.js';

describe('the pace of long work', () => {
  test('lets the event loop tick once per time slice, and not between short parts', async () => {
    let now = 0;
    const pace = createPace(undefined, () => now);
    let ticks = 0;
    setImmediate(() => (ticks += 1));
    expect(pace()).toBeUndefined();
    now += 9;
    expect(pace()).toBeUndefined();
    now += 1;
    await pace();
    expect(ticks).toBe(1);
    expect(pace()).toBeUndefined();
  });

  test('stops the work when its caller no longer waits', async () => {
    let now = 0;
    let isWanted = true;
    const assertWanted = (): void => {
      if (!isWanted) throw new Error('given up');
    };
    const pace = createPace(assertWanted, () => now);
    now += 10;
    setImmediate(() => (isWanted = false));
    await expect(pace()).rejects.toThrow('given up');
    expect(() => pace()).toThrow('given up');
  });
});
