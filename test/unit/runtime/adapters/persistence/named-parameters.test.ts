import { describe, expect, test } from 'vitest';
import { parseNamedParameters } from '../../../../../runtime/adapters/persistence/named-parameters.js';
import { createStatementCompiler } from '../../../../../runtime/adapters/persistence/statement-compiler.js';

describe('parseNamedParameters', () => {
  test.each([
    ['select :a, :b_2', ['a', 'b_2']],
    ["select ':a', 'it''s :b', :c", ['c']],
    ['select ":a", `:b`, :c', ['c']],
    ['select :a::uuid[], b::text', ['a']],
    ['select 1 -- :a\n, :b', ['b']],
    ['select 1 /* :a */, :b', ['b']],
    ['select $$ :a $$, :b', ['b']],
    ['select x[1:2]', []],
    ['select 1', []],
  ])('finds in %j the names %j', (sql, names) => {
    expect(parseNamedParameters(sql).names).toEqual(names);
  });

  test('finds the dollar names that Sequelize writes', () => {
    expect(parseNamedParameters("insert into `t` values ($1, $sequelize_2, '$3')", '$').names).toEqual([
      '1',
      'sequelize_2',
    ]);
  });
});

describe('createStatementCompiler', () => {
  const numbered = createStatementCompiler({
    style: { kind: 'numbered', sigil: '$' },
    bind: (value) => value,
  });
  const positional = createStatementCompiler({ style: { kind: 'positional' }, bind: (value) => value });

  test('numbers a repeated name once', () => {
    expect(numbered('select :a, :b, :a', { a: 1, b: 2 })).toMatchObject({
      text: 'select $1, $2, $1',
      values: [1, 2],
    });
  });

  test('repeats the value of a repeated name for positional placeholders', () => {
    expect(positional('select :a, :b, :a', { a: 1, b: 2 })).toMatchObject({
      text: 'select ?, ?, ?',
      values: [1, 2, 1],
    });
  });

  test.each([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 4],
    [5, 8],
    [300, 512],
  ])('expands a list of %i entries to %i placeholders', (length, placeholders) => {
    const ids = Array.from({ length }, (_, index) => `id${index}`);
    const { text, values } = positional('select 1 where id in (:ids) and a = :a', { ids, a: 'x' });
    expect(values).toHaveLength(placeholders + 1);
    expect(text.match(/\?/g)).toHaveLength(placeholders + 1);
    expect(new Set(values)).toEqual(new Set([...ids, 'x']));
  });

  test('treats an empty list as a list that matches no rows', () => {
    expect(positional('id in (:ids)', { ids: [] }).text).toBe('id in (select null from dual where false)');
  });

  test('gives equal texts the same name and different texts different names', () => {
    const name = (sql: string) => numbered(sql, { a: 1 }).name;
    expect(name('select :a')).toBe(name('select :a'));
    expect(name('select :a')).not.toBe(name('select :a '));
  });

  test.each([
    [{}, /no value for :a/],
    [{ a: 1, b: 2 }, /no parameter for b/],
    [{ b: 2 }, /no value for :a; no parameter for b/],
  ])('refuses %j for :a', (parameters, message) => {
    expect(() => numbered('select :a', parameters)).toThrow(message);
  });

  test('distinguishes null from a missing value', () => {
    expect(numbered('select :a', { a: null }).values).toEqual([null]);
  });
});
