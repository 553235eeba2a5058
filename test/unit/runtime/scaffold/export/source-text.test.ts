import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  code,
  isWritable,
  printMembers,
  printText,
  printValue,
} from '../../../../../runtime/scaffold/export/source-text.js';

/** What the source says. */
const evaluate = (source: string): unknown => new Function(`return (${source});`)() as unknown;

describe('printed values', () => {
  test('read back as what they were, on one line or on many', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (json, text) => {
        const value = { json, text };
        if (!isWritable(value)) return;
        expect(evaluate(printValue(value))).toEqual(evaluate(JSON.stringify(value)));
      }),
    );
  });

  test('are never code, whatever members they have', () => {
    expect(printValue({ kind: 'code', text: 'process.exit()' })).toBe(
      "{ kind: 'code', text: 'process.exit()' }",
    );
  });

  test.each([
    ["It's", `'It\\'s'`],
    ['say "so"', `'say "so"'`],
    ['\\"', `'\\\\"'`],
    ['a\nb\u0000', `'a\\nb\\u0000'`],
    ['`${x}`', "'`${x}`'"],
    ['a\u2028b\u2029', "'a\\u2028b\\u2029'"],
  ])('%j is %s', (text, source) => {
    expect(printText(text)).toBe(source);
    expect(evaluate(source)).toBe(text);
  });

  test('dates are moments, code stands for itself, and long objects have a line for each member', () => {
    expect(printValue(new Date(0))).toBe("new Date('1970-01-01T00:00:00.000Z')");
    expect(printValue({ a: code('b'), 'c-d': [1, null] })).toBe("{ a: b, 'c-d': [1, null] }");
    expect(printMembers([['a', 'x'.repeat(3)]], '  ')).toBe("{\n    a: 'xxx',\n  }");
    expect(printValue(['x'.repeat(60), 'y'.repeat(60)])).toMatch(/^\[\n {2}'x+',\n {2}'y+',\n\]$/);
  });
});

describe('a value cannot be written as source', () => {
  test.each<[string, unknown]>([
    ['a number that JSON has not', Number.NaN],
    ['no value', undefined],
    ['a function', () => 1],
    ['an invalid date', new Date('no date')],
    ['what is taken for a file', { kind: 'local-file', path: 'x' }],
    ['what is taken for a resource', [{ kind: 'scaffold-resource' }]],
    ['a member that is no member of a literal', JSON.parse('{"a": {"__proto__": 1}}')],
  ])('when it is %s', (_name, value) => {
    expect(isWritable(value)).toBe(false);
  });

  test('but all other JSON can', () => {
    expect(isWritable({ a: [1, 'b', null, true, { kind: 'other' }] })).toBe(true);
  });
});
