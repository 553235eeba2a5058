import { describe, expect, test } from 'vitest';
import { loadExpressionRules } from '../../../../../generator/cli/generator-options.js';
import { SchemaErrors } from '../../../../../generator/errors.js';
import { parseSchemas } from '../../../../../generator/schema/load-schemas.js';
import { validateSchemas } from '../../../../../generator/checks/validate-schemas.js';
import { isSlow } from '../../../../../runtime/kernel/util/patterns/slow-patterns.js';

const LENGTH = 255;

describe('patterns that take exponential time', () => {
  test.each([
    // A repeated group that contains a repetition, or can be empty.
    ...['^(a+)+$', '^(a*)*$', '(a+)+b', '^([a-z]+\\s?)*$', '/^(X+)*$/i', '^(?:x+y?)+z$', '^(?<w>\\w+)+$'],
    ...['(.*)+x', '^([0-9]+){2,}$', '^(?:[)]+)+$', '^(a+){1,30}$', '^((ab)*)*$', '^(((a)*)*)*$', '(x+x+)+y'],
    ...[
      '^(a?){30}a{30}$',
      '^(a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?)a{20}$',
      '^(?:(?:a{2})+)+$',
    ],
    ...[
      '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$',
    ],
    // Alternatives that match the same text.
    ...[
      '^(a|aa)+$',
      '^(\\w|\\d)*$',
      '^((a|b)+)+$',
      '^(a|a)*$',
      '^(([a-z])+.)+[A-Z]$',
      '^(a|a?)+$',
      '^(ab|a|b)*$',
    ],
    ...[
      '^(abc|ab|c)*$',
      '^(a|b|ab)*c$',
      '^(xyz|x|yz)+$',
      '(?:foo|fo|o)*x',
      '^(\\s|\\t)*$',
      '^([^"]|"[^"]*"|.)*;$',
    ],
    ...['^(?:[^b]|\\n)*$', '/^(?:é|É)+$/iu', '^(?:[a-m]|[k-z])*$', '/^(?:\\p{L}|\\w)*$/u'],
    ...[
      '^(\\p{L}|é)*x$',
      '^(?:a|\\u{61})*x$',
      '^(?:[\\u03b0-\\u03c9]|\\u03b2)*x$',
      '^(?:\\p{Script=Greek}|\\p{L})*x$',
    ],
    // Bounded repetitions of optional parts, and a long repeated part.
    ...['^(?:aa?){28}b$', '^(?:(?:a?){20})a{20}$', `^(?:${'ab'.repeat(90)}|${'ab'.repeat(89)}ab)*x$`],
    // The repetition is inside other parts.
    ...['^x(?=(a+)+$)', '(?<!(a*)*b)c', '(?!^(a|aa)+$)x', '^foo|^(a+)+$', '^(?:prefix)?(?:(\\d+)[ ,]?)+$'],
    // From published advisories.
    ...[
      '^(\\(|)[+]?((\\d+|)-?)*(\\)|)$',
      '(\\w+\\s*)+:',
      '^(\\d+\\.?)+$',
      '^([\\w.]+)+@',
      '(?:[^\\s]+\\s?)+$',
    ],
    ...['^(?:(?:https?|ftp):\\/\\/)?(?:[a-z0-9-]+\\.?)+$', '^#?([a-f0-9]+[a-f0-9]*)+$'],
  ])('include %s', (pattern) => {
    expect(isSlow(pattern, LENGTH)).toBe(true);
  });

  test.each([
    ...['^a+$', '^[a-z]+(-[a-z]+)*$', '^([a-z]+-)*[a-z]+$', '^(ab)+$', '^(a|b)*$', '^\\d{3}(,\\d{3})*$'],
    ...[
      '^(a+){1,2}$',
      '^(\\d+)$',
      '[(a+)+]+',
      '\\(a+\\)+',
      '^(?:#[0-9a-f]{6} ?)+$',
      '^/([\\w-]+/)*$',
      '^(a+)?b+$',
      '',
    ],
    ...['^\\S+@\\S+\\.\\S+$', '^https?://', '^[A-Z]{2}\\d{2}[A-Z0-9]{4}\\d{7}[A-Z0-9]{0,16}$'],
    ...[
      '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
      '^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\\.)+[a-z]{2,63}$',
    ],
    ...[
      '^\\s*\\S.*$',
      '^(?!.*--)[a-z-]+$',
      '^\\+?[0-9 ()/-]{5,30}$',
      '^(?:\\d|[a-f]|x)*$',
      '/^\\p{Lu}\\p{L}*$/u',
    ],
    ...[
      '^(?:"[^"]*"|[^",]*)(?:,(?:"[^"]*"|[^",]*))*$',
      '^\\w{1,64}$',
      '^a{200}$',
      '^(\\d+)-\\1$',
      '\\bfoo\\b',
    ],
  ])('do not include %s', (pattern) => {
    expect(isSlow(pattern, LENGTH)).toBe(false);
  });

  test('exclude patterns that the engine matches quickly', () => {
    for (const pattern of ['^\\S+@\\S+\\.\\S+$', '^[a-z]+(-[a-z]+)*$', '^(?!.*--)[a-z-]+$'])
      for (const letter of ['a', '@', '.', '-', ' ']) {
        const began = performance.now();
        new RegExp(pattern).test(`${letter.repeat(LENGTH)}\n`);
        expect(performance.now() - began).toBeLessThan(500);
      }
  });
});

describe('patterns that take polynomial time', () => {
  test.each<[string, number, number]>([
    ['^.*a.*b.*c.*d$', 100, 10_000],
    ['\\s+$', 10_000, 1_000_000],
    ['^\\d+\\d+\\d+\\d+x$', 60, 1000],
    ['^.*,.*$', 10_000, 1_000_000],
    ['(.*)(.*)(.*)x', 100, 2000],
  ])('%s is slow for long texts: not with %d characters, but with %d', (pattern, fine, long) => {
    expect([isSlow(pattern, fine), isSlow(pattern, long)]).toEqual([false, true]);
  });
});

describe('a schema with such a pattern', () => {
  const problemsOf = async (properties: object, rest: object = {}): Promise<readonly string[]> => {
    const text = JSON.stringify({
      title: 'Box',
      type: 'object',
      'x-resource': 'component',
      properties,
      ...rest,
    });
    const expressions = await loadExpressionRules();
    try {
      validateSchemas(parseSchemas([{ path: 'Box.json', text }]), { expressions });
      return [];
    } catch (error) {
      if (!(error instanceof SchemaErrors)) throw error;
      return error.errors.map(({ pointer, message }) => `${pointer} ${message}`);
    }
  };

  test('is refused, wherever the pattern is', async () => {
    const $defs = { C: { type: 'object', properties: { inner: { type: 'string', pattern: '^(c+)+$' } } } };
    const problems = await problemsOf(
      {
        a: { type: 'string', pattern: '^(a+)+$' },
        b: { type: 'string', 'x-constraints': [{ Regex: { pattern: '/^(b+)+$/i' } }] },
        c: { type: 'array', items: { $ref: '#/$defs/C' } },
        d: {
          type: 'array',
          'x-constraints': [{ All: { constraints: [{ Regex: { pattern: '^(d+)+$' } }] } }],
        },
        e: { type: 'string', pattern: '^[a-z]+$' },
        f: { type: 'string', 'x-write-if': "object.a matches '/^(f+)+$/'" },
        g: { type: 'string', maxLength: 5000, pattern: '^.*g.*g.*g.*$' },
      },
      { $defs, 'x-security': { read: "object.e matches '/^(h|hh)+$/'" } },
    );
    const found = problems.flatMap((problem) => /The pattern ".*?([a-h])/.exec(problem)?.[1] ?? []);
    expect(found.sort(), problems.join('\n')).toEqual(['a', 'b', 'c', 'd', 'f', 'g', 'h']);
  });

  test('is accepted if its patterns match each text in only one way', async () => {
    expect(
      await problemsOf({
        a: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$' },
        b: { type: 'string', maxLength: 100, pattern: '^.*b.*b.*$', 'x-write-if': "object.a matches '/^a/'" },
      }),
    ).toEqual([]);
  });
});
