import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutText } from '../../../../../../runtime/kernel/util/text/cut-text.js';
import { numbered, numberedPath } from '../../../../../../runtime/features/pages/routes/free-names.js';

const lengthOf = (text: string): number => [...text].length;

describe('a truncated text', () => {
  test.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['a👩‍👩‍👧', 3, 'a'],
    ['ae\u0301', 2, 'a'],
    ['한글', 1, '한'],
    ['🦄🦄', 1, '🦄'],
    [`a${'\u0301'.repeat(9)}`, 4, 'a\u0301\u0301\u0301'],
  ])('%j at %i ends between characters', (text, limit, want) => expect(cutText(text, limit)).toBe(want));

  test('is the longest prefix that fits, with whole characters', () => {
    const unit = fc.constantFrom('a', 'é', 'e\u0301', '🦄', '👩‍👩‍👧', '한', 'क्षि');
    fc.assert(
      fc.property(fc.array(unit), fc.nat({ max: 30 }), (units, limit) => {
        const cut = cutText(units.join(''), limit);
        expect(units.join('').startsWith(cut)).toBe(true);
        expect(lengthOf(cut)).toBeLessThanOrEqual(limit);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });
});

describe('a path with a number', () => {
  test.each([
    ['/short', 0, '/short'],
    ['/short', 12, '/short-12'],
    [`/${'a'.repeat(255)}`, 0, `/${'a'.repeat(254)}`],
    [`/${'a'.repeat(255)}`, 1, `/${'a'.repeat(252)}-1`],
    [`/${'a'.repeat(251)}-b`, 1, `/${'a'.repeat(251)}-1`],
    [`/${'a'.repeat(250)}/bcde`, 1, `/${'a'.repeat(250)}/b-1`],
  ])('fits its column', (base, number, want) => expect(numberedPath(base, number)).toBe(want));

  test('is refused if nothing would remain of its last segment', () => {
    expect(() => numberedPath(`/${'a'.repeat(250)}/bcde`, 100)).toThrow('leaves no room');
    expect(() => numberedPath(`/${'a'.repeat(254)}/b`, 0)).toThrow('leaves no room');
    expect(numbered(`/${'a'.repeat(254)}/b`, 0)).toHaveLength(255);
  });
});
