import { describe, expect, test } from 'vitest';
import { createTextMemo } from '../../../../../../runtime/kernel/util/text/text-memo.js';

/** A memory of texts, and how often something was made of each list. */
function aMemory(limit: number) {
  const memory = createTextMemo<{ readonly texts: readonly string[] }>(limit);
  const made: string[] = [];
  return {
    made,
    ask: (...texts: readonly string[]) =>
      memory(texts, () => {
        made.push(texts.join('|'));
        return { texts };
      }),
  };
}

describe('a memory of lists of texts', () => {
  test('answers what was made of the same texts', () => {
    const { ask, made } = aMemory(8);
    const first = ask('a', 'b');
    expect(ask('a', 'b')).toBe(first);
    expect(made).toEqual(['a|b']);
  });

  test('tells lists apart by their order, their length and where a text ends', () => {
    const { ask } = aMemory(8);
    const lists = [[], ['a'], ['a', 'b'], ['b', 'a'], ['ab'], ['a', '', 'b']];
    const answers = lists.map((list) => ask(...list));
    expect(answers.map(({ texts }) => texts)).toEqual(lists);
    expect(lists.map((list) => ask(...list))).toEqual(answers);
  });

  test('forgets what nobody asked for among the last lists', () => {
    const { ask, made } = aMemory(4);
    ask('hot');
    for (let number = 0; number < 100; number += 1) {
      ask(`cold ${number}`);
      ask('hot');
    }
    expect(made.filter((text) => text === 'hot')).toHaveLength(1);
    ask('cold 0');
    expect(made.filter((text) => text === 'cold 0')).toHaveLength(2);
  });
});
