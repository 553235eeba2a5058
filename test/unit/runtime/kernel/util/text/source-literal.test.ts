import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { code } from '../../../../../../runtime/kernel/contract/code.js';
import { printLiteral, printString } from '../../../../../../runtime/kernel/util/text/source-literal.js';

/** Evaluates the source. */
const evaluate = (source: string): unknown => new Function(`return (${source});`)() as unknown;

describe('printed values', () => {
  test('evaluate to the original, on one line or on many', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (json, text) => {
        const value = { json, text };
        if (JSON.stringify(json).includes('__proto__')) return;
        expect(evaluate(printLiteral(value))).toEqual(evaluate(JSON.stringify(value)));
      }),
    );
  });

  test('never contain code, whatever members they have', () => {
    expect(printLiteral({ kind: 'code', text: 'process.exit()' })).toBe(
      "{ kind: 'code', text: 'process.exit()' }",
    );
  });

  test.each([
    ["It's", `"It's"`],
    [`It's "so"`, `'It\\'s "so"'`],
    ['say "so"', `'say "so"'`],
    ['\\"', `'\\\\"'`],
    ['a\nb\u0000', `'a\\nb\\u0000'`],
    ['`${x}`', "'`${x}`'"],
    ['a\u2028b\u2029', "'a\\u2028b\\u2029'"],
  ])('%j is %s', (text, source) => {
    expect(printString(text)).toBe(source);
    expect(evaluate(source)).toBe(text);
  });

  test('have dates as timestamps, code unchanged, and one line per member for long objects', () => {
    expect(printLiteral(new Date(0))).toBe("new Date('1970-01-01T00:00:00.000Z')");
    expect(printLiteral({ a: code('b'), 'c-d': [1, null] })).toBe("{ a: b, 'c-d': [1, null] }");
    expect(printLiteral(['x'.repeat(60), 'y'.repeat(60)])).toMatch(/^\[\n {2}'x+',\n {2}'y+',\n\]$/);
  });
});
