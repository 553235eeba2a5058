import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slug } from '../../../../../../runtime/features/pages/routes/route-generator.js';

describe('slug', () => {
  test.each([
    ['My First Post', 'my-first-post'],
    ['Über uns & Ärger', 'ueber-uns-aerger'],
    ['Straße, café, Łódź', 'strasse-cafe-lodz'],
    ['U\u0308ber', 'ueber'],
    ['Rock & Roll', 'rock-roll'],
    ['Rock&Roll', 'rock-roll'],
    ["don't", 'don-t'],
    ['don’t', 'don-t'],
    ["Anna's", 'anna-s'],
    ['I ♥ 🦄 and €5 ≤ 100 %', 'i-and-5-100'],
    ['a^b`c·d', 'a-b-c-d'],
    ['C++ / C# \\ .NET', 'c-c-net'],
    ['iPhoneX 2000AD', 'iphonex-2000ad'],
    ['  -- spaced --  ', 'spaced'],
    ['snake_case', 'snake-case'],
    ['&', ''],
    ['', ''],
  ])('%j is %j', (title, want) => expect(slug(title)).toBe(want));

  test('symbols only ever separate: any run of them is one hyphen, and none at the ends', () => {
    const symbol = fc.string({
      unit: fc.constantFrom(...'&♥€£$%+<>=^`~|¨·…–—\'"’“«!?©™★🦄 _-/\\()'),
      minLength: 1,
    });
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(word, symbol), { minLength: 1 }), symbol, (parts, start) => {
        expect(slug(start + parts.flat().join(''))).toBe(parts.map(([text]) => text).join('-'));
      }),
    );
  });
});
