import { describe, expect, test } from 'vitest';
import { createState, stateKey } from '../../../../../../runtime/kernel/util/async/state.js';

describe('the state of a transaction or a request', () => {
  test('holds one value per key, created on first use', () => {
    let made = 0;
    const key = stateKey(() => ({ number: (made += 1) }));
    const state = createState();
    expect(made).toBe(0);
    state.of(key).number = 7;
    expect([state.of(key).number, made]).toEqual([7, 1]);
  });

  test('is not shared with others', () => {
    const key = stateKey(() => new Set<string>());
    const state = createState();
    state.of(key).add('a');
    expect([...createState().of(key)]).toEqual([]);
  });

  test('keeps the value undefined', () => {
    let made = 0;
    const key = stateKey(() => void (made += 1));
    const state = createState();
    state.of(key);
    state.of(key);
    expect(made).toBe(1);
  });
});
