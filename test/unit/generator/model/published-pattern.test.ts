import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build-model.js';
import { publishedPattern } from '../../../../generator/model/published-pattern.js';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../../generator/checks/validate-schemas.js';
import { parsePattern } from '../../../../runtime/kernel/validation/constraints/strings.js';

const TEXTS = [
  ...[
    '',
    'a',
    'Z',
    'az',
    'AbC',
    'abc1',
    'k',
    'K',
    '\u212a',
    's',
    'ſ',
    'ß',
    'ẞ',
    'µ',
    'Μ',
    'é',
    'É',
    'İ',
    'i',
    'ı',
  ],
  ...[
    'a.b',
    'A-B',
    'a_b',
    'a/b',
    'x\ny',
    'x y',
    '[',
    ']',
    '{',
    '}',
    'a{',
    '-',
    '\b',
    '\t',
    'B2',
    'b-2',
    'Σ',
    'ς',
    'σ',
  ],
  ...[
    'foo',
    'FOO',
    'fooBar',
    'barfoo',
    'AA',
    'aA',
    'cm-12',
    'CM-12',
    '#FFaa00',
    '#ffaa0g',
    'Straße',
    'STRASSE',
  ],
];

describe('the pattern of a client schema', () => {
  test.each([
    ['/^[a-z]+$/i', '^[A-Za-z]+$'],
    ['/^[a-z]+$/', '^[a-z]+$'],
    ['^[a-z]+$', '^[a-z]+$'],
    ['/^a.b$/s', String.raw`^a[\s\S]b$`],
    ['/^é$/i', '^[Éé]$'],
    ['/^cm-\\d+$/i', String.raw`^[Cc][Mm]\u002d\d+$`],
  ])('of %s is %s', (source, published) => {
    expect(publishedPattern(source)).toBe(published);
  });

  test.each([
    ...['/^[a-z]+$/i', '/^[^a-c]$/i', '/^#[0-9a-f]{6}$/i', '/^(?<word>foo)(?:bar)?$/i', '/^(?!foo)\\w+$/i'],
    ...[
      '/^[\\w.-]+$/i',
      '/^[a-z-]+$/i',
      '/k|s|µ/i',
      '/^[σ]$/i',
      '/^\\x41$/i',
      '/^\\u0062\\d$/i',
      '/^[\\b]$/',
    ],
    ...[
      '/^a\\/b$/i',
      '/^a\\_b$/i',
      '/^[[{]$/',
      '/^a{$/',
      '/^.$/',
      '/^.+$/s',
      '/^\\W$/i',
      '/^[^\\W]$/i',
      '/[A-z]$/i',
    ],
    ...[
      '^[\\w\\-]+$',
      '\\-',
      '^a\\_b$',
      '/^]$/',
      '/^[\\t\\x2d]$/',
      '/^STRASSE$/i',
      '/^[ß]$/i',
      '/x\\ny/g',
      '/b/y',
    ],
  ])('of %s accepts the same texts', (source) => {
    const published = publishedPattern(source);
    expect(published).toBeDefined();
    const accepts = (pattern: RegExp | null) => TEXTS.filter((text) => pattern?.test(text));
    expect(accepts(new RegExp(published ?? '', 'u'))).toEqual(accepts(parsePattern(source)));
  });

  test.each(['/^a$/m', '/^(a)\\1$/i', '/^a$/iu', '/^(?<x>a)\\k<x>$/i'])('of %s is left out', (source) => {
    expect(publishedPattern(source)).toBeUndefined();
  });

  test('is part of read, write and patch schemas and of shapes, and its flags apply to defaults', () => {
    const properties = {
      a: { type: 'string', pattern: '/^[a-z]+$/i', default: 'ABC' },
      c: { $ref: '#/$defs/C' },
    };
    const $defs = { C: { type: 'string', pattern: '/^x.$/m' } };
    const text = JSON.stringify({
      title: 'Box',
      type: 'object',
      'x-resource': 'component',
      properties,
      $defs,
    });
    const model = buildModel(validateSchemas(parseSchemas([{ path: 'Box.json', text }])));
    for (const schema of Object.values(model.resources[0]?.clientSchemas ?? {})) {
      expect(schema).toHaveProperty('properties.a.pattern', '^[A-Za-z]+$');
      expect(schema).not.toHaveProperty('$defs.C.pattern');
    }
  });
});
