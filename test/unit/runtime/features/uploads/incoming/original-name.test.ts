import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  offeredVariantName,
  originalNameOf,
} from '../../../../../../runtime/features/uploads/incoming/original-name.js';

describe('the stored name of a file', () => {
  test.each<[string | undefined, string | null]>([
    ['Annual report (final).pdf', 'Annual report (final).pdf'],
    ['Отчёт за год.pdf', 'Отчёт за год.pdf'],
    ['年度報告.pdf', '年度報告.pdf'],
    ['تقرير.pdf', 'تقرير.pdf'],
    ['e\u0301te\u0301.txt', '\u00e9t\u00e9.txt'],
    ['C:\\Users\\me\\notes.txt', 'notes.txt'],
    ['../../etc/passwd', 'passwd'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\r\nSet-Cookie: b=c.txt', 'aSet-Cookie: b=c.txt'],
    ['nul\0.txt', 'nul.txt'],
    ['half\ud800.txt', 'half.txt'],
    ['  spaced.txt ', 'spaced.txt'],
    ['.htaccess', '.htaccess'],
    ['folder/', null],
    ['..', null],
    ['\u200e', null],
    ['', null],
    [undefined, null],
  ])('of %j is %j', (sent, kept) => {
    expect(originalNameOf(sent)).toBe(kept);
  });

  test('is truncated between characters and before the extension', () => {
    const family = '👨‍👩‍👧‍👦';
    const kept = originalNameOf(`${family.repeat(60)}.jpeg`) ?? '';
    expect(kept).toBe(`${family.repeat(35)}.jpeg`);
    expect(originalNameOf(`a.${'e'.repeat(300)}`)).toBe(`a.${'e'.repeat(253)}`);
  });

  test('fits its column, is one segment, contains nothing invisible, and is idempotent', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('/', '\\', '.', '\u202e', '\n', 'x'.repeat(300)),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const kept = originalNameOf(parts.join(''));
        if (kept === null) return;
        expect([...kept].length).toBeLessThanOrEqual(255);
        expect(kept).toMatch(/^[^/\\\p{Cc}\u202a-\u202e\u2066-\u2069]+$/u);
        expect(originalNameOf(kept)).toBe(kept);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the name of a variant', () => {
  test.each([
    ['Sunset.GIF', 'media/cache/small/sunset-0a1b2c3d.webp', 'Sunset.webp'],
    ['Sunset.JPEG', 'media/cache/small/sunset-0a1b2c3d.jpeg', 'Sunset.JPEG'],
    ['Sunset', 'media/cache/small/sunset-0a1b2c3d.png', 'Sunset.png'],
    ['.gif', 'media/cache/small/file-0a1b2c3d.webp', '.gif.webp'],
    [null, 'media/cache/small/sunset-0a1b2c3d.webp', 'sunset-0a1b2c3d.webp'],
  ])('of %j at %s is %s', (originalName, path, name) => {
    expect(offeredVariantName(originalName, path)).toBe(name);
  });
});
