import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDocuments } from '../../../../../runtime/features/history/compare-documents.js';
import { compareTexts } from '../../../../../runtime/features/history/compare-texts.js';
import type { JsonObject, JsonValue } from '../../../../../runtime/kernel/contract/json.js';
import type { FieldDescriptor } from '../../../../../runtime/kernel/contract/schema/resource.js';

const FIELDS: Readonly<Record<string, object>> = {
  text: { kind: 'scalar', type: 'text' },
  day: { kind: 'scalar', type: 'date' },
  colour: { kind: 'scalar', type: 'string', enum: ['red', 'blue'] },
  settings: { kind: 'scalar', type: 'json' },
  related: { kind: 'to-many' },
};
// Parts of a descriptor that the comparison reads.
const resource = { field: (name: string) => FIELDS[name] as FieldDescriptor | undefined };

/** Difference of a member, without both values. */
async function differences(
  member: string,
  before: JsonValue,
  after: JsonValue,
): Promise<JsonObject | undefined> {
  const [found] = await compareDocuments(resource, { from: { [member]: before }, to: { [member]: after } });
  if (found === undefined) return undefined;
  const { member: name, before: was, after: is, ...inner } = found;
  expect([name, was, is]).toEqual([member, before, after]);
  return inner;
}

describe('compareDocuments', () => {
  test.each<[string, readonly [string, JsonValue, JsonValue], JsonObject | undefined]>([
    ['nothing for equal values', ['text', 'a', 'a'], undefined],
    [
      'words of a text',
      ['text', 'Measure twice, cut once', 'Measure four times, cut once'],
      {
        words: [
          { value: 'Measure ' },
          { value: 'twice', removed: true },
          { value: 'four times', added: true },
          { value: ', cut once' },
        ],
      },
    ],
    [
      'characters of a text without spaces',
      ['text', '今日は晴れ', '今日は雨'],
      { words: [{ value: '今日は' }, { value: '晴れ', removed: true }, { value: '雨', added: true }] },
    ],
    [
      'words in other alphabets',
      ['text', 'Привет, мир', 'Привет, друг'],
      { words: [{ value: 'Привет, ' }, { value: 'мир', removed: true }, { value: 'друг', added: true }] },
    ],
    ['a new text as a whole', ['text', null, 'a'], {}],
    ['a date as a whole', ['day', '2026-01-01', '2026-01-02'], {}],
    ['a choice as a whole', ['colour', 'red', 'blue'], {}],
    [
      'a list of references in its order',
      ['related', ['/a', '/b', '/c'], ['/b', '/d', '/c']],
      {
        entries: [
          { value: '/a', removed: true },
          { value: '/b' },
          { value: '/d', added: true },
          { value: '/c' },
        ],
      },
    ],
    [
      'JSON by its changed paths',
      [
        'settings',
        { 'a/b': { c: 1, same: [1] }, list: [{ x: 1 }], gone: null },
        { 'a/b': { c: 2, same: [1] }, list: [{ x: 1 }, 2], 'new~': true },
      ],
      {
        paths: [
          { path: '/a~1b/c', before: 1, after: 2 },
          { path: '/list/1', after: 2 },
          { path: '/gone', before: null },
          { path: '/new~0', after: true },
        ],
      },
    ],
    [
      'JSON with another type as a whole',
      ['settings', { a: 1 }, [1]],
      { paths: [{ path: '', before: { a: 1 }, after: [1] }] },
    ],
    ['removed JSON', ['settings', { a: 1 }, null], {}],
    ['a member that was removed from the type', ['former', 'a b', 'a c'], {}],
  ])('reports %s', async (_what, values, expected) => {
    expect(await differences(...values)).toEqual(expected);
  });
});

describe('compareTexts', () => {
  test('returns parts that add up to both texts', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '今', '👩‍💻', '<p>', 'กา'))
        .map((parts) => parts.join('')),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (before, after) => {
        const parts = (await compareTexts(before, after)) ?? [];
        const side = (other: string): string =>
          parts.flatMap((part) => (part[other] === true ? [] : [part.value])).join('');
        expect([side('added'), side('removed')]).toEqual([before, after]);
      }),
    );
  });

  test.each([
    ['a megabyte of one word', 'a'.repeat(1_000_000), 'b'.repeat(1_000_000)],
    ['a repeated megabyte of one word', 'word '.repeat(200_000), 'word '.repeat(199_999)],
    ['many punctuation marks', '.'.repeat(30_000), ','.repeat(30_000)],
    [
      'texts with nothing in common',
      Array.from({ length: 9000 }, (_one, index) => `a${index}`).join(' '),
      Array.from({ length: 9000 }, (_one, index) => `b${index}`).join(' '),
    ],
  ])('does not split %s', async (_what, before, after) => {
    expect(await compareTexts(before, after)).toBeUndefined();
  });
});
