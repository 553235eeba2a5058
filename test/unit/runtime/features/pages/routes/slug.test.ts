import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { segmentOf, slug } from '../../../../../../runtime/features/pages/routes/route-generator.js';
import { pathFault } from '../../../../../../runtime/features/pages/routes/route-path.js';

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
    ['联系我们', '联系我们'],
    ['联系 Über 我们', '联系-ueber-我们'],
    ['Новости дня', 'novosti-dnya'],
    ['Объявление', 'obyavlenie'],
    ['Νέα της ημέρας', 'nea-tis-imeras'],
    ['がんばれ！ パーティー', 'がんばれ-パーティー'],
    ['か\u3099', 'が'],
    ['שלום עולם', 'שלום-עולם'],
    ['हिन्दी समाचार', 'हिन्दी-समाचार'],
    ['ภาษาไทย', 'ภาษาไทย'],
    ['한국어 소식', '한국어-소식'],
    ['\u1112\u1161\u11ab', '한'],
    ['ꓧꓬ Ⴀⴀ Ꭰ', 'ꓧꓬ-ⴀⴀ-ꭰ'],
    ['ﬁnance ﬂow', 'finance-flow'],
    ['Ｆｕｌｌ　ｗｉｄｔｈ', 'full-width'],
    ['½ + ² = ①', '1-2-2-1'],
    ['İstanbul ılık', 'istanbul-ilik'],
    ['x\u0302y\u20dd 1\ufe0f\u20e3', 'xy-1'],
    ['in\u00adfi\u200dni\u200bte', 'infinite'],
    ['\u200fשלום\u200e!', 'שלום'],
    ['❤️ love ❤️', 'love'],
    ['👩‍👩‍👧', ''],
    ['\ud83d half', 'half'],
    ['\u0301', ''],
    ['&', ''],
    ['', ''],
  ])('%j is %j', (title, want) => expect(slug(title)).toBe(want));

  test('symbols only separate words: any sequence of them is one hyphen, and none is at the ends', () => {
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

describe('the segment of a title', () => {
  test.each([
    ['Any', 'Page', 'any'],
    ['', 'Page', 'page'],
    ['!?', 'BlogArticleData', 'blog-article-data'],
    ['👩‍👩‍👧', 'HTMLPage2Data', 'html-page2-data'],
  ])('of %j of a %s is %s', (title, type, want) => expect(segmentOf(title, type)).toBe(want));

  /** Every script, with marks, signs, emoji and unpaired surrogates. */
  const title = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...'aÉ-_/.?#%'),
      fc.integer({ min: 0, max: 0x2ffff }).map((code) => String.fromCodePoint(code)),
    ),
    maxLength: 40,
  });

  test('is a path segment for any title: never empty, and idempotent', () => {
    fc.assert(
      fc.property(title, (text) => {
        const segment = segmentOf(text, 'Page');
        expect(segment).toMatch(/^[\p{Letter}\p{Mark}\p{Number}]+(-[\p{Letter}\p{Mark}\p{Number}]+)*$/u);
        expect(pathFault(`/${segment}`)).toBeUndefined();
        expect(segment).toBe(segment.normalize('NFC'));
        expect(segmentOf(segment, 'Page')).toBe(segment);
      }),
      { numRuns: 300 },
    );
  });
});
