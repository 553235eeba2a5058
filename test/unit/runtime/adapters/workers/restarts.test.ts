import { describe, expect, test } from 'vitest';
import { createRestarts } from '../../../../../runtime/adapters/workers/restarts.js';

const STEADY = 60_000;

describe('restarts of a worker', () => {
  test('are immediate at first, then delayed more and more, and finally stop', () => {
    const restarts = createRestarts();
    const pauses = Array.from({ length: 5 }, () => restarts.pauseAfter(0));
    expect(pauses).toEqual([0, 1000, 2000, 4000, undefined]);
  });

  test('are immediate again after a worker has run for a while', () => {
    const restarts = createRestarts();
    const pauses = [0, 0, 0, STEADY, 0, 0].map((servedMs) => restarts.pauseAfter(servedMs));
    expect(pauses).toEqual([0, 1000, 2000, 0, 0, 1000]);
  });
});
