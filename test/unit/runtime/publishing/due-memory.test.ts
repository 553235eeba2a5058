import { describe, expect, test } from 'vitest';
import type { DueMemory, DuePair } from '../../../../runtime/features/publishing/due-memory.js';
import { createDueMemory } from '../../../../runtime/features/publishing/due-memory.js';

const at = (seconds: number): Date => new Date(1_700_000_000_000 + seconds * 1000);
const row = (id: string): DuePair['draft'] => ({ type: 'Article', id, key: id });
const pair: DuePair = { draft: row('draft'), published: row('live') };

function lookedUp(memory: DueMemory, seconds: number, next?: number): void {
  memory.begin();
  memory.finish(at(seconds), { next: next === undefined ? undefined : at(next), due: [] });
}

describe('what a process remembers of due drafts', () => {
  test('is nothing before the first look-up', () => {
    expect(createDueMemory().isClear(at(0))).toBe(false);
  });

  test('is believed for less than a second, whichever way the clock goes', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10);
    const clear = [8, 9, 9.001, 9.999, 10, 10.999, 11, 3600].map((moment) => memory.isClear(at(moment)));
    expect(clear).toEqual([false, false, true, true, true, true, false, false]);
  });

  test('ends when the next moment has come', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10, 10.5);
    expect([10.4, 10.5].map((moment) => memory.isClear(at(moment)))).toEqual([true, false]);
  });

  test('ends earlier for a draft that this process has stored, also while it looks', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10, 10.8);
    memory.expect(at(10.6));
    memory.expect(at(10.7));
    expect([10.5, 10.6].map((moment) => memory.isClear(at(moment)))).toEqual([true, false]);
    memory.begin();
    memory.expect(at(10.4));
    memory.finish(at(10.2), { next: at(10.8), due: [] });
    expect([10.3, 10.4].map((moment) => memory.isClear(at(moment)))).toEqual([true, false]);
  });

  test('is not worn out by a moment that the database keeps more precisely than the clock', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10, 10);
    expect(memory.isClear(at(10))).toBe(true);
  });
});

describe('a pair that could not be merged', () => {
  function putOff(): DueMemory {
    const memory = createDueMemory();
    memory.begin();
    memory.putOff(pair, at(0));
    memory.finish(at(0), { next: undefined, due: [pair] });
    return memory;
  }

  test('is tried after a second, then after twice as long each time, at last every five minutes', () => {
    const memory = putOff();
    let moment = 0;
    for (const pause of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(memory.isPaused(pair, at(moment + pause - 0.001))).toBe(true);
      moment += pause;
      expect(memory.isPaused(pair, at(moment))).toBe(false);
      memory.putOff(pair, at(moment));
    }
  });

  test('is tried once more after a write, and then at its time', () => {
    const memory = putOff();
    expect([memory.isClear(at(0.1)), memory.isPaused(pair, at(0.1))]).toEqual([true, true]);
    memory.hurry();
    expect([memory.isClear(at(0.1)), memory.isPaused(pair, at(0.1))]).toEqual([false, false]);
    memory.begin();
    memory.putOff(pair, at(0.1));
    memory.finish(at(0.1), { next: undefined, due: [pair] });
    memory.hurry();
    expect([memory.isClear(at(0.2)), memory.isPaused(pair, at(0.2))]).toEqual([true, true]);
    expect([memory.isClear(at(1)), memory.isPaused(pair, at(1))]).toEqual([false, false]);
  });

  test('is tried again when the clock goes back before the attempt', () => {
    expect(putOff().isPaused(pair, at(-1))).toBe(false);
  });

  test.each(['draft', 'live'])('is forgotten, and looked for, when its row %s is written', (id) => {
    const memory = putOff();
    expect([...memory.unmerged]).toEqual([['draft', 'live']]);
    memory.release(id);
    expect([...memory.unmerged, memory.isClear(at(0.1))]).toEqual([false]);
  });

  test('is forgotten when it is not due any more', () => {
    const memory = putOff();
    lookedUp(memory, 1);
    expect([...memory.unmerged]).toEqual([]);
  });
});
