import { describe, expect, test } from 'vitest';
import { nestNames } from '../../../../../runtime/features/forms/endpoints/nest-names.js';

const nest = (entries: readonly (readonly [string, string])[]) =>
  nestNames(entries.map(([name, value]) => ({ name, value })));

describe('names of multipart fields', () => {
  test.each<[string, readonly (readonly [string, string])[], unknown]>([
    ['a field', [['f[a]', '1']], { f: { a: '1' } }],
    [
      'fields of a nested form',
      [
        ['f[a][b]', '1'],
        ['f[a][c]', '2'],
      ],
      { f: { a: { b: '1', c: '2' } } },
    ],
    [
      'a list',
      [
        ['f[a][]', '1'],
        ['f[a][]', '2'],
      ],
      { f: { a: ['1', '2'] } },
    ],
    [
      'a list with keys',
      [
        ['f[a][0]', '1'],
        ['f[a][1]', '2'],
      ],
      { f: { a: ['1', '2'] } },
    ],
    [
      'keys with a gap',
      [
        ['f[a][0]', '1'],
        ['f[a][2]', '2'],
      ],
      { f: { a: { 0: '1', 2: '2' } } },
    ],
    [
      'entries',
      [
        ['f[a][0][b]', '1'],
        ['f[a][1][b]', '2'],
      ],
      { f: { a: [{ b: '1' }, { b: '2' }] } },
    ],
    [
      'the last of two values',
      [
        ['f[a]', '1'],
        ['f[a]', '2'],
      ],
      { f: { a: '2' } },
    ],
    [
      'a value that conflicts with nested values',
      [
        ['f[a][b]', '1'],
        ['f[a]', '2'],
      ],
      { f: { a: '2' } },
    ],
    [
      'nested values that conflict with a value',
      [
        ['f[a]', '1'],
        ['f[a][b]', '2'],
      ],
      { f: { a: { b: '2' } } },
    ],
    ['no brackets', [['a', '1']], { a: '1' }],
    [
      'broken brackets',
      [
        ['a[b', '1'],
        ['a]b[', '2'],
        ['[a]', '3'],
      ],
      { 'a[b': '1', 'a]b[': '2', '[a]': '3' },
    ],
    ['an empty name', [['', '1']], { '': '1' }],
    ['names of methods', [['f[constructor]', '1']], { f: { constructor: '1' } }],
  ])('are nested: %s', (_what, entries, expected) => {
    expect(nest(entries)).toEqual(expected);
  });

  test.each(['f[__proto__]', '__proto__', 'f[__proto__][a]', `f${'[a]'.repeat(64)}`])(
    '%s is refused',
    (name) => {
      expect(() => nest([[name, '1']])).toThrow();
    },
  );
});
