import { describe, expect, test } from 'vitest';
import { checkSyntax } from '../../../../generator/render/check-syntax.js';
import { printComment } from '../../../../generator/render/comment.js';
import { createImports } from '../../../../generator/render/imports.js';
import {
  code,
  printAccess,
  printKey,
  printLiteral,
  printString,
} from '../../../../generator/render/literal.js';
import { tidyType } from '../../../../generator/render/type-text.js';

const HOSTILE = [
  "it's",
  'say "so"',
  `both ' and "`,
  'back`tick ${1 + 1}',
  'a */ b /* c',
  '\u2028\u2029\u0000\u001b\ufeff',
  '\ud800 alone',
  'ok \ud83d\ude00',
  'back\\slash\nline',
  '</script>{{x}}',
];

const evaluate = (text: string): unknown => new Function(`return (${text});`)();

describe('printLiteral', () => {
  test.each(HOSTILE)('a string survives: %j', (text) => {
    expect(evaluate(printString(text))).toBe(text);
    expect(printString(text)).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(evaluate(printLiteral({ [text]: [text] }))).toEqual({ [text]: [text] });
  });

  test('a member named __proto__ stays a member', () => {
    const value: unknown = JSON.parse('{ "__proto__": { "polluted": true } }');
    const result = evaluate(printLiteral(value));
    expect(Object.keys(result as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test('breaks lines at 110 columns and leaves out what is absent', () => {
    const text = printLiteral({
      list: Array.from({ length: 30 }, (_, index) => `entry ${index}`),
      gone: undefined,
    });
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110);
    expect(text).not.toContain('gone');
    expect(printLiteral({ type: code('DataTypes.UUID'), allowNull: false })).toBe(
      '{ type: DataTypes.UUID, allowNull: false }',
    );
  });

  test.each([
    ['label', '.label', 'label'],
    ['content-type', "['content-type']", "'content-type'"],
    ['__proto__', '.__proto__', "['__proto__']"],
  ])('a member %s is read as %s and written as %s', (name, access, key) => {
    expect([printAccess(name), printKey(name)]).toEqual([access, key]);
  });
});

describe('printComment', () => {
  test.each(HOSTILE)('text can not end its comment: %j', (text) => {
    expect(evaluate(`1 + ${printComment(text)} 1`)).toBe(2);
  });

  test('wraps at 110 columns', () => {
    const lines = printComment('word '.repeat(60), 2).split('\n');
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.every((line) => line.length <= 110)).toBe(true);
  });

  test('is empty for empty text', () => expect(printComment(' \n ')).toBe(''));
});

describe('createImports', () => {
  test('merges and sorts names and modules, siblings last', () => {
    const imports = createImports();
    imports.add({ module: './b.js', name: 'b' });
    imports.add({ module: 'pkg', name: 'Zebra', typeOnly: true });
    imports.add({ module: 'pkg', name: 'apple' });
    imports.add({ module: 'pkg', name: 'apple', typeOnly: true });
    imports.add({ module: 'only-types', name: 'T', typeOnly: true });
    expect(imports.print()).toBe(
      "import type { T } from 'only-types';\nimport { apple, type Zebra } from 'pkg';\nimport { b } from './b.js';\n",
    );
  });
});

describe('tidyType', () => {
  test.each([
    ['"a" | "b"', "'a' | 'b'"],
    ['"it\'s"', '"it\'s"'],
    ['"say \\"so\\""', '\'say "so"\''],
    ['"\u2028"', "'\\u2028'"],
  ])('%s becomes %s', (given, want) => expect(tidyType(given)).toBe(want));
});

describe('checkSyntax', () => {
  test('names file and line of a mistake', async () => {
    const files = [
      { path: 'a.ts', content: 'export const a = 1;\n' },
      { path: 'types/b.d.ts', content: 'export interface B {\n  a: ;\n}\n' },
    ];
    await expect(checkSyntax(files)).rejects.toThrow(/types\/b\.d\.ts:2 /);
    await expect(checkSyntax(files.slice(0, 1))).resolves.toBeUndefined();
  });
});
