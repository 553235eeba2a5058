import { setImmediate as nextTick } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createStatementTurns } from '../../../../../runtime/adapters/persistence/sqlite/statement-turns.js';

/** Statements that each take a millisecond of a fake clock. */
function startTurns(sliceMs: number) {
  let now = 0;
  const log: string[] = [];
  const { run } = createStatementTurns({ sliceMs, now: () => now });
  const statement = (owner: object | undefined, name: string): Promise<string> =>
    run(owner, async () => {
      now += 1;
      log.push(name);
      return name;
    });
  return { statement, log, run };
}

describe('time-sliced statements', () => {
  test('run immediately until a time slice is used up, and continue in the next tick', async () => {
    const { statement, log } = startTurns(3);
    const owner = {};
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => statement(owner, name));
    expect(log).toEqual(['a', 'b', 'c']);
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(log).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('run one statement of a new owner for each one of the other owner', async () => {
    const { statement, log } = startTurns(2);
    const [many, one] = [{}, {}];
    const all = Array.from({ length: 20 }, (_, index) => statement(many, `many ${index}`));
    await nextTick();
    const late = ['first', 'second', 'third'].map((name) => statement(one, name));
    await Promise.all(late);
    expect(log.filter((name) => name.startsWith('many')).length).toBeLessThan(12);
    await Promise.all(all);
    expect(log.filter((name) => name.startsWith('many'))).toEqual(
      Array.from({ length: 20 }, (_, index) => `many ${index}`),
    );
  });

  test('keep the order of one owner if a statement sends another one immediately', async () => {
    const { run, statement, log } = startTurns(1);
    const owner = {};
    const sent: Promise<string>[] = [];
    const first = run(owner, async () => void sent.push(statement(owner, 'inner')));
    const second = statement(owner, 'second');
    await Promise.all([first, second]);
    await Promise.all(sent);
    expect(log).toEqual(['inner', 'second']);
    expect(await statement(undefined, 'of nobody')).toBe('of nobody');
  });

  test('reject with the error of a delayed statement, and run the following ones', async () => {
    const { run, statement } = startTurns(1);
    const owner = {};
    void statement(owner, 'fills the slice');
    const failing = run(owner, () => Promise.reject(new Error('no such table')));
    const next = statement(owner, 'next');
    await expect(failing).rejects.toThrow('no such table');
    expect(await next).toBe('next');
  });
});
