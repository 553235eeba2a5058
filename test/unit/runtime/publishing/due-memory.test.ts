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

describe('cached due drafts', () => {
  test('are empty before the first query', () => {
    expect(createDueMemory().isClear(at(0))).toBe(false);
  });

  test('are valid for less than a second, even if the clock goes backwards', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10);
    const clear = [8, 9, 9.001, 9.999, 10, 10.999, 11, 3600].map((moment) => memory.isClear(at(moment)));
    expect(clear).toEqual([false, false, true, true, true, true, false, false]);
  });

  test('expire at the next due date', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10, 10.5);
    expect([10.4, 10.5].map((moment) => memory.isClear(at(moment)))).toEqual([true, false]);
  });

  test('expire earlier for a draft that this process has stored, also during the query', () => {
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

  test('do not expire for a due date within the same millisecond', () => {
    const memory = createDueMemory();
    lookedUp(memory, 10, 10);
    expect(memory.isClear(at(10))).toBe(true);
  });
});

describe('a draft that cannot be merged', () => {
  function putOff(): DueMemory {
    const memory = createDueMemory();
    memory.begin();
    memory.putOff(pair, at(0));
    memory.finish(at(0), { next: undefined, due: [pair] });
    return memory;
  }

  test('is retried after a second, then with doubled delays up to five minutes', () => {
    const memory = putOff();
    let moment = 0;
    for (const pause of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(memory.isPaused(pair, at(moment + pause - 0.001))).toBe(true);
      moment += pause;
      expect(memory.isPaused(pair, at(moment))).toBe(false);
      memory.putOff(pair, at(moment));
    }
  });

  test('is retried once more after a write, and then on schedule', () => {
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

  test('is retried if the clock goes back before the attempt', () => {
    expect(putOff().isPaused(pair, at(-1))).toBe(false);
  });

  test.each(['draft', 'live'])('is removed and queried again when its row %s is written', (id) => {
    const memory = putOff();
    expect([...memory.unmerged]).toEqual([['draft', 'live']]);
    memory.release(id);
    expect([...memory.unmerged, memory.isClear(at(0.1))]).toEqual([false]);
  });

  test('is removed when it is no longer due', () => {
    const memory = putOff();
    lookedUp(memory, 1);
    expect([...memory.unmerged]).toEqual([]);
  });
});
