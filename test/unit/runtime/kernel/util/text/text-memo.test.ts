import { describe, expect, test } from 'vitest';
import { createTextMemo } from '../../../../../../runtime/kernel/util/text/text-memo.js';

/** A memo of lists of texts, and how often it computed a value for each list. */
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

describe('a memo of lists of texts', () => {
  test('returns the value computed for the same texts', () => {
    const { ask, made } = aMemory(8);
    const first = ask('a', 'b');
    expect(ask('a', 'b')).toBe(first);
    expect(made).toEqual(['a|b']);
  });

  test('distinguishes lists by order, length and the ends of texts', () => {
    const { ask } = aMemory(8);
    const lists = [[], ['a'], ['a', 'b'], ['b', 'a'], ['ab'], ['a', '', 'b']];
    const answers = lists.map((list) => ask(...list));
    expect(answers.map(({ texts }) => texts)).toEqual(lists);
    expect(lists.map((list) => ask(...list))).toEqual(answers);
  });

  test('evicts the least recently requested lists', () => {
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
