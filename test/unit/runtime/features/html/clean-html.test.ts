import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCleanHtml } from '../../../../../runtime/features/html/clean-html.js';
import { propertyRuns } from '../../../../support/property-runs.js';
import { findUnsafe } from '../../../../support/find-unsafe.js';
import { UNSAFE_HTML } from '../../../../support/unsafe-html.js';

/** A file of the templates, which projects compile. */
const TEMPLATE = '../../../../../create/templates/front-end/base/front-end/lib/safe-html.js';
const { safeHtml } = (await import(TEMPLATE)) as { safeHtml(html: string): string };

const cleanHtml = createCleanHtml();

function clean(html: string): string {
  const cleaned = cleanHtml(html);
  if ('refusal' in cleaned) throw new Error(cleaned.refusal);
  return cleaned.html;
}

/** HTML of editors, which is stored and rendered unchanged. */
const SAFE = [
  '<p>Ein Absatz mit <strong>fett</strong>, <em>kursiv</em>, <u>unterstrichen</u>, <s>gestrichen</s> und <code>x &lt; y</code>.</p>',
  '<h2 id="opening">Opening</h2><ul><li><p>one</p></li><li><p>two</p></li></ul><ol start="3"><li>three</li></ol><hr>',
  '<p>line<br>break&nbsp;<a href="/tickets?a=1&amp;b=2#top" target="_blank" rel="noopener noreferrer nofollow">tickets</a></p>',
  '<p><a href="https://example.com/">x</a> <a href="mailto:a@example.com">y</a> <a href="tel:+49123">z</a> <a href="#a">f</a></p>',
  '<pre><code class="language-js">const a = "1";\n</code></pre><blockquote cite="https://example.com/"><p>q</p></blockquote>',
  '<p class="ql-align-center ql-indent-1" data-id="7" data-cwa="x y">text</p><p style="text-align: center">t</p>',
  '<span style="color: rgb(230, 0, 0); background-color: #ff0;">x</span>',
  '<table class="t"><tbody><tr><th colspan="2" scope="col">a</th></tr><tr><td>b</td><td>c</td></tr></tbody></table>',
  '<figure><img src="/uploads/a.jpg" alt="" width="4" height="3" loading="lazy"><figcaption>c</figcaption></figure>',
  '<img src="data:image/png;base64,iVBORw0KGgo=" alt="dot">',
  '<details open=""><summary>s</summary>d</details>',
];

describe.each([
  ['HTML in a write', clean],
  ['HTML of the front-end templates', safeHtml],
])('%s', (_name, cleaned) => {
  test.each(SAFE)('keeps %s', (html) => {
    const kept = cleaned(html).replaceAll(' open=""', ' open');
    expect(kept).toBe(html.replaceAll(' open=""', ' open'));
  });

  test.each(UNSAFE_HTML)('makes %j safe', (html) => {
    expect(findUnsafe(cleaned(html))).toEqual([]);
    expect(findUnsafe(cleaned(`<p>before ${html} after</p>`))).toEqual([]);
    expect(findUnsafe(cleaned(`<table><tr>${html}</tr></table>`))).toEqual([]);
  });
});

const piece = fc.oneof(
  fc.constantFrom(...UNSAFE_HTML, ...SAFE),
  fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    '/',
    '-->',
    '<!--',
    ' ',
    '&lt;',
    '&amp;',
    '</p>',
    '</a>',
    '\u00a0',
  ),
  fc.constantFrom(
    '<p ',
    '<a href=',
    '<svg>',
    '<style>',
    'title="',
    'onclick=',
    'javascript:',
    '<li>',
    '<table>',
  ),
  fc.string({ maxLength: 6 }),
);
const htmlOfPieces = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('any input is safe after cleaning, and cleaning is idempotent', () => {
  fc.assert(
    fc.property(htmlOfPieces, (html) => {
      const once = clean(html);
      expect(findUnsafe(once)).toEqual([]);
      expect(clean(once)).toBe(once);
      expect(findUnsafe(safeHtml(html))).toEqual([]);
      expect(findUnsafe(safeHtml(once))).toEqual([]);
    }),
    { numRuns: propertyRuns(300) },
  );
});

const MANY = 60_000;

test.each([
  ['depth', '<div>'.repeat(MANY)],
  ['unclosed', '<b>'.repeat(150) + '</i>'.repeat(60_000)],
  ['brackets', '<'.repeat(MANY)],
  ['entities', '&'.repeat(MANY)],
  ['attributes', `<p ${Array.from({ length: MANY }, (_one, index) => `a${index}`).join(' ')}>`],
  ['comments', '<!--'.repeat(MANY)],
  ['addresses', `<a href="${'<!---->'.repeat(MANY)}">`],
  ['sources', `<img srcset="${'a,'.repeat(MANY)}">`],
  ['styles', `<p style="${'color: red;'.repeat(MANY / 2)}">`],
  ['scripts', '<script>'.repeat(MANY)],
  ['quotes', '<a b="'.repeat(MANY)],
  ['spaces', `<a${' '.repeat(MANY)}`],
])('cleaning takes bounded time for many %s', (_name, html) => {
  const started = performance.now();
  cleanHtml(html);
  safeHtml(html);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test('HTML that is too deeply nested, too long or has too much markup is refused', () => {
  expect(cleanHtml('<div>'.repeat(300))).toEqual({
    refusal: expect.stringContaining('nested too deep') as string,
  });
  expect(cleanHtml('x'.repeat(2_000_001))).toEqual({
    refusal: expect.stringContaining('too long') as string,
  });
  expect(cleanHtml('<br>'.repeat(100_001))).toEqual({
    refusal: expect.stringContaining('too much markup') as string,
  });
  // Stored HTML has end tags and named entities. It is accepted when it is submitted again.
  expect(cleanHtml('<p>'.repeat(60_000))).toEqual({
    refusal: expect.stringContaining('too much markup') as string,
  });
  expect(cleanHtml('\u00a0'.repeat(100_001))).toEqual({
    refusal: expect.stringContaining('too much markup') as string,
  });
});

test('a member can contain what its rules add, and frames only from the listed hosts', () => {
  const wider = createCleanHtml({
    elements: { iframe: ['src', 'allowfullscreen'], 'x-map': ['zoom'], a: ['ping-count'] },
    schemes: ['sms'],
    frameHosts: ['video.example'],
  });
  expect(wider('<x-map zoom="3" class="m">x</x-map><a href="sms:1" ping-count="2">y</a>')).toEqual({
    html: '<x-map zoom="3" class="m">x</x-map><a href="sms:1" ping-count="2">y</a>',
  });
  expect(wider('<iframe src="https://video.example/1"></iframe>')).toEqual({
    html: '<iframe src="https://video.example/1"></iframe>',
  });
  for (const src of ['https://evil.example/', 'javascript:alert(1)', '/x', '//evil.example'])
    expect(wider(`<iframe src="${src}"></iframe>`)).toEqual({ html: '<iframe></iframe>' });
});

test.each([
  ['<a style="display:block;width:200vw;height:200vh;margin:-100vh -100vw" href="/x">x</a>', 'width'],
  ['<a style="inset:0;transform:translate(0,-50vh) scale(50)" href="/x">x</a>', 'style'],
  ['<a style="padding: 9000px" href="/x">x</a>', 'style'],
  ['<p style="text-indent: -999px">x</p>', 'style'],
  ['<img src="da\tta:image/svg+xml;base64,PHN2Zy8+">', 'src'],
  ['<img src="\u0001data:text/html,x">', 'src'],
  ['<img srcset="da\nta:image/svg+xml;base64,PHN2Zy8+ 1x">', 'srcset'],
])('nothing that covers the page and no image with a document remains: %j', (html, removed) => {
  const cleaned = cleanHtml(html);
  expect(cleaned).toHaveProperty('html');
  expect(JSON.stringify(cleaned)).not.toContain(removed);
});

test.each(['margin: 0 auto', 'padding: 4px 1.5em', 'text-indent: 2em', 'margin-left: 40px', 'width: 50%'])(
  '%s remains',
  (style) => {
    expect(cleanHtml(`<p style="${style}">x</p>`)).toEqual({ html: `<p style="${style}">x</p>` });
  },
);

test('cleaning is idempotent if an element between others was removed', () => {
  const cleaned = cleanHtml('<li><x-y><li></li></x-y></li>');
  expect('html' in cleaned ? cleanHtml(cleaned.html) : undefined).toEqual(cleaned);
});
