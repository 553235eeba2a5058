import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentDisposition } from '../../../../../../runtime/kernel/util/http/content-disposition.js';

/** Parses a header as described by RFC 6266, both the ASCII name and the full one. */
function read(header: string): { readonly plain: string; readonly whole: string } {
  const parts =
    /^(?:inline|attachment); filename=(?:"([\x20-\x7e]*)"|([^\s"]+))(?:; filename\*=(\S+))?$/.exec(header);
  const plain = parts?.[1] ?? parts?.[2];
  if (plain === undefined) throw new Error(`no such header: ${header}`);
  const extended = parts?.[3];
  if (extended === undefined) return { plain, whole: plain };
  const encoded = /^UTF-8''((?:[A-Za-z0-9!#$&+.^_`|~-]|%[0-9A-F]{2})*)$/.exec(extended)?.[1];
  if (encoded === undefined) throw new Error(`no extended value: ${extended}`);
  return { plain, whole: decodeURIComponent(encoded) };
}

describe('Content-Disposition', () => {
  test.each([
    ['report.pdf', 'inline; filename=report.pdf'],
    ['Annual report (2).pdf', 'inline; filename="Annual report (2).pdf"'],
    ["don't.pdf", 'inline; filename="don\'t.pdf"'],
    ['50%20off.pdf', `inline; filename="50_20off.pdf"; filename*=UTF-8''50%2520off.pdf`],
    ['a "b" \\c.pdf', `inline; filename="a _b_ _c.pdf"; filename*=UTF-8''a%20%22b%22%20%5Cc.pdf`],
    ['Straße.pdf', `inline; filename="Stra_e.pdf"; filename*=UTF-8''Stra%C3%9Fe.pdf`],
    ["(*'é').pdf", `inline; filename="(*'_').pdf"; filename*=UTF-8''%28%2A%27%C3%A9%27%29.pdf`],
    ['a;b,c=d.pdf', 'inline; filename="a;b,c=d.pdf"'],
    ['🏔.pdf', `inline; filename="_.pdf"; filename*=UTF-8''%F0%9F%8F%94.pdf`],
  ])('of %j is %j', (name, header) => {
    expect(contentDisposition('application/pdf', name)).toBe(header);
  });

  test('is attachment for files that can run scripts, and on request', () => {
    expect(contentDisposition('text/html', 'a.html')).toBe('attachment; filename=a.html');
    expect(contentDisposition('image/png', 'a.png', true)).toBe('attachment; filename=a.png');
  });

  test('can be parsed back to the name, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (name) => {
        const { plain, whole } = read(contentDisposition('image/png', name));
        expect(whole).toBe(name);
        expect([...plain]).toHaveLength([...name].length);
      }),
      { numRuns: 500 },
    );
  });

  test('omits unpaired surrogates', () => {
    expect(read(contentDisposition('image/png', 'a\ud83d.png')).whole).toBe('a_.png');
  });
});
