import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  evaluateExpression,
  isTruthy,
} from '../../../../../runtime/kernel/expression/evaluate-expression.js';
import { ExpressionError, type Scope } from '../../../../../runtime/kernel/expression/expression.js';
import { parseExpression } from '../../../../../runtime/kernel/expression/parse-expression.js';

const scope: Scope = {
  this: { target: null, title: 'Abc', tags: ['a'], count: 3, at: new Date('2026-01-02T00:00:00Z') },
  value: 5,
  object: { id: 'u1' },
  user: { id: 'u1', roles: ['ROLE_USER'] },
  isGranted: (role) => role === 'ROLE_USER',
};

const rows: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ["'a\\'b'", "a'b"],
  ['"x"', 'x'],
  ['-2.5', -2.5],
  ['null', null],
  ['value', 5],
  ['this.title', 'Abc'],
  ['this.target.path', null],
  ['this.missing', null],
  ['this.constructor', null],
  ['this.title.length', null],
  ['this.tags.length', 1],
  ['user.__proto__', null],
  ['this.target == null', true],
  ['this.target != null or this.title != null', true],
  ['user == object', false],
  ['user.id == object.id', true],
  ["is_granted('ROLE_USER')", true],
  ["is_granted('ROLE_ADMIN') or user.id == object.id", true],
  ["is_granted('ROLE_ADMIN') and user.id == object.id", false],
  ['not false and false', false],
  ['not (false and false)', true],
  ['!false && (false || true)', true],
  ['true or true and false', true],
  ['value > 4', true],
  ['value <= 4', false],
  ['this.target > 4', false],
  ["'b' > 'a'", true],
  ["this.at < '2026-02-01T00:00:00Z'", true],
  ["this.at == '2026-01-02T00:00:00Z'", true],
  ["this.title in ['Abc', 'x']", true],
  ["'b' not in this.tags", true],
  ["'a' in null", false],
  ["this.title matches '/^abc$/i'", true],
  ["this.title matches '/^\\d+$/'", false],
  ["this.target matches '/.*/'", false],
  ['[]', []],
  ['[1, this.title]', [1, 'Abc']],
];

describe('evaluateExpression', () => {
  test.each(rows)('returns for %s the value %j', (source, want) => {
    expect(evaluateExpression(parseExpression(source), scope)).toEqual(want);
  });

  test('treats an anonymous caller as a null user', () => {
    const anonymous: Scope = { isGranted: () => false };
    expect(isTruthy(parseExpression('user.id == object.id'), anonymous)).toBe(true);
    expect(isTruthy(parseExpression('user'), anonymous)).toBe(false);
    expect(isTruthy(parseExpression('user != null and user.id == object.id'), anonymous)).toBe(false);
  });

  test('treats empty text, zero and empty lists as false', () => {
    for (const source of ["''", '0', '[]', 'null', 'false']) {
      expect(isTruthy(parseExpression(source), scope)).toBe(false);
    }
  });

  test('does not match a subject beyond the limit', () => {
    const long: Scope = { value: 'a'.repeat(10_001), isGranted: () => false };
    expect(isTruthy(parseExpression("value matches '/a/'"), long)).toBe(false);
  });

  test('never throws on JSON values', () => {
    const trees = rows.map(([source]) => parseExpression(source));
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, target) => {
        for (const tree of trees)
          evaluateExpression(tree, { value, this: target, user: target, isGranted: () => true });
      }),
    );
  });
});

describe('parseExpression', () => {
  test.each([
    ['', 0, /literal/],
    ['ROLE_ADMIN', 0, /is_granted\('ROLE_ADMIN'\)/],
    ['user.id = 1', 8, /==/],
    ['process.exit()', 0, /this, value, object and user/],
    ["is_granted('')", 11, /ROLE_ADMIN/],
    ['is_granted(user)', 11, /ROLE_ADMIN/],
    ["'open", 0, /close it/],
    ['(true', 5, /"\)"/],
    ['true true', 5, /and/],
    ['value matches /a/', 14, /only names/],
    ["value matches 'a'", 14, /matches '/],
    ["value matches '/(/'", 14, /./],
    ['this[0]', 4, /and/],
    ['user.roles()', 10, /and/],
    ['value not 1', 6, /not in/],
    [`${'('.repeat(60)}true${')'.repeat(60)}`, 33, /flatten/],
    [`${'!'.repeat(60)}true`, 33, /flatten/],
    [`'${'a'.repeat(3000)}'`, 2000, /shorten/],
  ])('refuses %s', (source, position, hint) => {
    let caught: unknown;
    try {
      parseExpression(source);
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(ExpressionError);
    expect(caught).toMatchObject({ position, hint: expect.stringMatching(hint) });
  });

  test('throws only expression errors', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (source) => {
        try {
          parseExpression(source);
        } catch (error) {
          expect(error).toBeInstanceOf(ExpressionError);
        }
      }),
    );
  });
});
