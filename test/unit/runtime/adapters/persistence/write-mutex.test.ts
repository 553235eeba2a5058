import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createWriteMutex } from '../../../../../runtime/adapters/persistence/sqlite/write-mutex.js';

describe('createWriteMutex', () => {
  test('runs work one at a time in the order of arrival, even after failures', async () => {
    const turn = createWriteMutex(30_000);
    const steps: string[] = [];
    const work = async (name: string): Promise<void> => {
      const endTurn = await turn();
      try {
        steps.push(`${name} starts`);
        await sleep(1);
        steps.push(`${name} ends`);
        if (name === 'b') throw new Error('b failed');
      } finally {
        endTurn();
      }
    };
    await Promise.allSettled([work('a'), work('b'), work('c')]);
    expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  test('responds with 503 after a timeout, and continues afterwards', async () => {
    const turn = createWriteMutex(10);
    const endTurn = await turn();
    await expect(turn()).rejects.toMatchObject({ status: 503, code: 'DATABASE.BUSY' });
    endTurn();
    (await turn())();
  });
});
