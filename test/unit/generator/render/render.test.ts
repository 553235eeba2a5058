import { describe, expect, test } from 'vitest';
import { declaredTypes } from '../../../../generator/emit/declared-types.js';
import { checkSyntax } from '../../../../generator/render/check-syntax.js';
import { layOutComment, printComment } from '../../../../generator/render/comment.js';
import { constant } from '../../../../generator/render/declarations.js';
import { createImports } from '../../../../generator/render/imports.js';
import { code } from '../../../../runtime/kernel/contract/code.js';
import {
  printAccess,
  printKey,
  printLiteral,
  printString,
} from '../../../../runtime/kernel/util/text/source-literal.js';
import { createSlots, createSourcePrinter } from '../../../../generator/render/source-printer.js';

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
  test.each(HOSTILE)('a string is unchanged: %j', (text) => {
    expect(evaluate(printString(text))).toBe(text);
    expect(printString(text)).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(evaluate(printLiteral({ [text]: [text] }))).toEqual({ [text]: [text] });
  });

  test('a member named __proto__ is an ordinary member', () => {
    const value: unknown = JSON.parse('{ "__proto__": { "polluted": true } }');
    const result = evaluate(printLiteral(value));
    expect(Object.keys(result as object)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });

  test('breaks lines at 110 columns and omits undefined members', () => {
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

describe('layOutComment', () => {
  test.each(HOSTILE)('text cannot end its comment: %j', (text) => {
    expect(evaluate(`1 + ${printComment(layOutComment(text), 0)} 1`)).toBe(2);
  });

  test('wraps at 110 columns', () => {
    const lines = printComment(layOutComment('word '.repeat(60)), 0).split('\n');
    expect(lines.length).toBeGreaterThan(4);
    expect(lines.every((line) => line.length <= 110)).toBe(true);
  });

  test('returns nothing for empty text', () => expect(layOutComment(' \n ')).toBeUndefined());
});

describe('createSourcePrinter', () => {
  const print = createSourcePrinter();
  const banner = '// Generated.';

  test('merges and sorts imported names and modules, siblings last', () => {
    const imports = createImports();
    imports.add({ module: './b.js', name: 'b' });
    imports.add({ module: 'pkg', name: 'Zebra', typeOnly: true });
    imports.add({ module: 'pkg', name: 'apple' });
    imports.add({ module: 'pkg', name: 'apple', typeOnly: true });
    imports.add({ module: 'only-types', name: 'T', typeOnly: true });
    expect(print({ banner, imports, statements: [] })).toBe(
      "// Generated.\nimport type { T } from 'only-types';\nimport { apple, type Zebra } from 'pkg';\nimport { b } from './b.js';\n",
    );
  });

  test('writes each name on a line if they do not fit on one line', () => {
    const imports = createImports();
    for (let index = 10; index < 30; index += 1) imports.add({ module: 'pkg', name: `name${index}` });
    const text = print({ banner, imports, statements: [] });
    expect(text).toContain('import {\n  name10,\n  name11,\n');
    expect(text).toContain("\n  name29,\n} from 'pkg';\n");
  });

  test('keeps the layout of formatted text, whatever it contains', () => {
    const slots = createSlots();
    const text = "{\n  one: 'slot_0',\n      two: `$& $1`,\n}";
    const value = slots.put(text);
    expect(print({ banner, statements: [constant({ name: 'it', value })], slots })).toBe(
      `// Generated.\n\nexport const it = ${text};\n`,
    );
  });

  test.each(HOSTILE)('a description cannot end its comment: %j', (description) => {
    const text = print({ banner, statements: [constant({ name: 'it', value: '2', description })] });
    expect(evaluate(text.replace('export const it =', '').replace(/;\s*$/, ''))).toBe(2);
  });
});

describe('declaredTypes', () => {
  /** Printed members of a type. */
  function bodyOf(members: string): string[] {
    const slots = createSlots();
    const text = `export interface Root {\na?: A\n}\nexport interface A {\n${members}\n}\n`;
    const statements = declaredTypes(text, 'Root', { slots, imports: createImports(), taken: [] });
    const printed = createSourcePrinter()({ banner: '', statements, slots });
    return printed.trim().split('\n').slice(1, -1);
  }

  test.each<[string, string, string[]]>([
    ['a separator after each member', 'one?: (string | null)', ['  one?: string | null;']],
    [
      'inner members with indentation',
      'two: {\nthree: number\n}',
      ['  two: {', '    three: number;', '  };'],
    ],
    [
      'the brackets of a list of unions',
      'one: ({\na: string\n} | null)[]',
      ['  one: ({', '    a: string;', '  } | null)[];'],
    ],
    [
      'a whole type without its brackets',
      'two?: ({\na: string\n} | null)',
      ['  two?: {', '    a: string;', '  } | null;'],
    ],
    ['brackets in strings unchanged', 'one: ("(" | "}")\ntwo: "{"', ["  one: '(' | '}';", "  two: '{';"]],
    [
      'strings with the quotes of other code',
      'one: "it\'s" | "say \\"so\\""',
      ['  one: "it\'s" | \'say "so"\';'],
    ],
    [
      'a short comment on one line',
      '/**\n * Short.\n */\none: string',
      ['  /** Short. */', '  one: string;'],
    ],
    [
      'a type as its author wrote it',
      'one: Map<"a", typeof globalThis>',
      ["  one: Map<'a', typeof globalThis>;"],
    ],
  ])('print %s', (_name, members, want) => expect(bodyOf(members)).toEqual(want));

  test('import types of other files at the top, except one with a name that the file declares', () => {
    const imports = createImports();
    const slots = createSlots();
    const text = `export interface Root {}
      export interface A { one: import("./b.js").B; two?: (import("./c.js").A)[]; three: import("./d.js").D }`;
    const statements = declaredTypes(text, 'Root', { slots, imports, taken: ['D'] });
    const printed = createSourcePrinter()({ banner: '// Generated.', imports, statements, slots });
    expect(printed.split('\n')).toEqual([
      '// Generated.',
      "import type { B } from './b.js';",
      '',
      'export interface A {',
      '  one: B;',
      "  two?: (import('./c.js').A)[];",
      "  three: import('./d.js').D;",
      '}',
      '',
    ]);
  });
});

describe('checkSyntax', () => {
  test('reports file and line of a syntax error', async () => {
    const files = [
      { path: 'a.ts', content: 'export const a = 1;\n' },
      { path: 'types/b.d.ts', content: 'export interface B {\n  a: ;\n}\n' },
    ];
    await expect(checkSyntax(files)).rejects.toThrow(/types\/b\.d\.ts:2 /);
    await expect(checkSyntax(files.slice(0, 1))).resolves.toBeUndefined();
  });
});
