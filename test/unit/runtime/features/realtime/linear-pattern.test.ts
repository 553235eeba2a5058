import fc from 'fast-check';
import { URLPattern } from 'urlpattern-polyfill/urlpattern';
import { describe, expect, test } from 'vitest';
import { compileLinearPattern } from '../../../../../runtime/features/realtime/hub/patterns/linear-pattern.js';
import { createTopic } from '../../../../../runtime/features/realtime/hub/patterns/topic.js';
import '../../../../support/property-seed.js';

const HUB = 'https://hub.test/.well-known/mercure';

function matches(pattern: string, topic: string): boolean {
  const { url } = createTopic(topic, HUB);
  return url !== undefined && compileLinearPattern(pattern, HUB).matches(url);
}

const modifier = fc.constantFrom('', '', '?', '*', '+');
const literal = fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '/'), maxLength: 3 });
const group = fc.constantFrom('(a)', '(a|ab|b)', '(a|)', '(.*)', '(a\\.b|/)', '(\\||b)');

/** A part of a pattern. Names are numbered by their position, because they must be unique. */
const core = fc.oneof(
  group.map((text) => (): string => text),
  fc.constant((): string => '*'),
  fc.constant((place: string): string => `:n${place}`),
  group.map(
    (text) =>
      (place: string): string =>
        `:n${place}${text}`,
  ),
);
const piece = fc.oneof(
  literal.map((text) => (): string => text),
  fc.tuple(core, modifier).map(
    ([write, after]) =>
      (place: string): string =>
        write(place) + after,
  ),
  fc.tuple(literal, fc.option(core), literal, modifier).map(
    ([before, write, behind, after]) =>
      (place: string): string =>
        `{${before}${write?.(place) ?? ''}${/^[a-z]/.test(behind) ? '\\' : ''}${behind}}${after}`,
  ),
);
const component = (letter: string, maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(piece, { maxLength })
    .map((pieces) => pieces.map((write, index) => write(`${letter}${index}_`)).join(''));

/** Mostly the same host, because otherwise almost nothing would match. */
const origin = (...others: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const pattern = fc
  .tuple(
    origin('https://h.test', 'https://:sub.test', 'https://{:sub.}?h.test', 'http{s}?://*', 'data\\:'),
    component('p', 4),
    fc.option(component('s', 2), { freq: 1 }),
    fc.option(component('h', 2), { freq: 1 }),
  )
  .map(
    ([start, path, search, hash]) =>
      `${start}/${path}${search === null ? '' : `\\?${search}`}${hash === null ? '' : `#${hash}`}`,
  );

const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom('a', 'b', '.', '-', '/', '|'), maxLength });
const topic = fc
  .tuple(
    origin('https://h.test', 'https://x.h.test', 'http://h.test', 'https://hub.test', 'data:'),
    text(5),
    fc.option(text(3), { freq: 1 }),
    fc.option(text(3), { freq: 1 }),
  )
  .map(
    ([start, path, search, hash]) =>
      `${start}/${path}${search === null ? '' : `?${search}`}${hash === null ? '' : `#${hash}`}`,
  )
  // The polyfill reads a path that begins with two slashes as a host.
  .filter((one) => URL.canParse(one, HUB) && !new URL(one, HUB).pathname.startsWith('//'));

function compiled(given: string): URLPattern | undefined {
  try {
    return new URLPattern(given, HUB);
  } catch {
    return undefined;
  }
}

describe('a pattern from an untrusted client', () => {
  test('matches the same as URLPattern, and is refused if URLPattern refuses it', () => {
    let hits = 0;
    fc.assert(
      fc.property(pattern, fc.array(topic, { minLength: 20, maxLength: 30 }), (given, topics) => {
        const reference = compiled(given);
        if (reference === undefined) {
          expect(() => compileLinearPattern(given, HUB)).toThrow(TypeError);
          return;
        }
        const test = compileLinearPattern(given, HUB);
        for (const one of topics) {
          const { url } = createTopic(one, HUB);
          const want = reference.test(one, HUB);
          if (want) hits += 1;
          expect([given, one, url !== undefined && test.matches(url)]).toEqual([given, one, want]);
        }
      }),
      { numRuns: 800 },
    );
    expect(hits).toBeGreaterThan(500);
  });

  test.each([
    ['https://h.test/:id\\?', 'https://h.test/1', true],
    ['https://h.test/:id\\?', 'https://h.test/1?draft=1', false],
    ['https://h.test/:id', 'https://h.test/1?draft=1', true],
    ['https://h.test/:id', 'https://h.test/1/2', false],
    ['https://h.test/r/:id(.*)\\?', 'https://h.test/r/1/2', true],
    ['https://h.test/:c(titles|images)/:id\\?draft=1', 'https://h.test/images/1?draft=1', true],
    ['https://h.test/:c(titles|images)/:id\\?draft=1', 'https://h.test/texts/1?draft=1', false],
    ['/{a}?{a}?{b:x-}*', '/aabc-bd-', true],
    ['/é/*', '/%C3%A9/x', true],
    ['*', 'no url: at all', true],
  ])('%s on %s: %s', (...[given, one, want]) => {
    expect(matches(given, one)).toBe(want);
  });

  test.each([
    '/:x((?:[0-9a-f]|[-0-9a-f])*!)',
    '/:x((?:a+)+b)',
    '/(a+)',
    '/([ab])',
    '/(.*.*)',
    '/(a|.*)',
    '/(a*)',
    '/(\\d)',
    '/(a{2})',
    '/(?:a)',
    '/(^a)',
    '/(a$)',
    '/\\\\(a+)',
    '((a|a)*b)://h.test/',
    '/a?x=(b+)#(c?)',
  ])('is refused if it contains a regular expression: %s', (given) => {
    expect(() => compileLinearPattern(given, HUB)).toThrow(TypeError);
  });

  test('takes linear time', () => {
    const letters = `/${'a'.repeat(2000)}!`;
    for (const dear of ['{a}*', '{a}?', '*a', '(a|aa)+', ':n(.*)']) {
      const pieces = Array.from({ length: 40 }, (_, at) => dear.replace('n', `n${at}x`));
      expect(matches(`/${pieces.join('')}b`, letters)).toBe(false);
    }
  });
});
