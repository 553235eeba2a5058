import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createWriteMutex } from '../../../../../runtime/adapters/persistence/sqlite/write-mutex.js';

describe('createWriteMutex', () => {
  test('runs work one at a time in the order of arrival, past failures', async () => {
    const exclusively = createWriteMutex();
    const steps: string[] = [];
    const work = (name: string) =>
      exclusively(async () => {
        steps.push(`${name} starts`);
        await sleep(1);
        steps.push(`${name} ends`);
        if (name === 'b') throw new Error('b failed');
      });
    await Promise.allSettled([work('a'), work('b'), work('c')]);
    expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  test('answers 503 instead of waiting for ever, and goes on afterwards', async () => {
    const exclusively = createWriteMutex(10);
    const nested = exclusively(() => exclusively(async () => 'never'));
    await expect(nested).rejects.toMatchObject({ status: 503, code: 'DATABASE.BUSY' });
    await expect(exclusively(async () => 'next')).resolves.toBe('next');
  });
});
