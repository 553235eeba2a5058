import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../generator/model/build-model.js';
import { parseSchemas } from '../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../generator/schema/validate-schemas.js';
import { describeSlowPatterns, isSlow } from '../../../generator/slow-patterns.js';

describe('patterns that take exponentially long', () => {
  test.each([
    ...['^(a+)+$', '^(a*)*$', '^([a-z]+\\s?)*$', '^(a|aa)+$', '^(\\w|\\d)*$', '/^(X+)*$/i', '^(?:x+y?)+z$'],
    ...[
      '^(?<w>\\w+)+$',
      '^((a|b)+)+$',
      '(.*)+x',
      '^([0-9]+){2,}$',
      '^(a|a)*$',
      '^(([a-z])+.)+[A-Z]$',
      '^(?:[)]+)+$',
    ],
  ])('%s is one', (pattern) => {
    expect(isSlow(pattern)).toBe(true);
  });

  test.each([
    ...[
      '^a+$',
      '^[a-z]+(-[a-z]+)*$',
      '^([a-z]+-)*[a-z]+$',
      '^(ab)+$',
      '^(a|b)*$',
      '^\\d{3}(,\\d{3})*$',
      '^(a+){1,3}$',
    ],
    ...['^(\\d+)$', '[(a+)+]+', '\\(a+\\)+', '^(?:#[0-9a-f]{6} ?)+$', '^/([\\w-]+/)*$', '^(a+)?b+$', ''],
  ])('%s is none', (pattern) => {
    expect(isSlow(pattern)).toBe(false);
  });

  test('are named with their file, wherever they stand', () => {
    const properties = {
      a: { type: 'string', pattern: '^(a+)+$' },
      b: { type: 'string', 'x-constraints': [{ Regex: { pattern: '^(b+)+$' } }] },
      c: { type: 'array', items: { $ref: '#/$defs/C' } },
      d: { type: 'array', 'x-constraints': [{ All: { constraints: [{ Regex: { pattern: '^(d+)+$' } }] } }] },
      e: { type: 'string', pattern: '^[a-z]+$' },
    };
    const $defs = { C: { type: 'string', pattern: '^(c+)+$' } };
    const text = JSON.stringify({
      title: 'Box',
      type: 'object',
      'x-resource': 'component',
      properties,
      $defs,
    });
    const model = buildModel(validateSchemas(parseSchemas([{ path: 'Box.json', text }])));
    const notices = describeSlowPatterns(model);
    expect(notices.map((notice) => /^Box\.json: the pattern "\^\((.)/.exec(notice)?.[1]).sort()).toEqual([
      ...['a', 'b', 'c', 'd'],
    ]);
  });
});
