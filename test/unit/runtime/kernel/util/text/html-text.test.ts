import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { describe, expect, test } from 'vitest';
import { htmlText } from '../../../../../../runtime/kernel/util/text/html-text.js';

type Node = DefaultTreeAdapterTypes.Node;

describe('the text of HTML', () => {
  test.each([
    ['', ''],
    ['plain', 'plain'],
    ['<p class="strong">one</p><p>two</p>', 'one two'],
    ['wo<b>rd</b>', 'word'],
    ['one<br>two<hr/>three', 'one two three'],
    ['<ul><li>one<li>two</ul>', 'one two'],
    ['<table><tr><td>one</td><td>two</td></tr></table>', 'one two'],
    ['wo<my-note>rd</my-note>', 'word'],
    ['M&uuml;ller &amp; S&#246;hne', 'Müller & Söhne'],
    ['Mu&#x308;ller', 'Müller'],
    ['10&nbsp;km', '10 km'],
    ['Donau&shy;dampf<wbr>schiff&ZeroWidthSpace;fahrt', 'Donaudampfschifffahrt'],
    ['wo<script>let hidden = "</b>";</script>rd', 'word'],
    ['<style>p { color: red }</style>text', 'text'],
    ['<template><p>hidden</p></template>text', 'text'],
    ['<noscript>hidden</noscript><iframe src="/x">hidden</iframe>text', 'text'],
    ['one<!-- hidden --><!-->two<!--->three', 'onetwothree'],
    ['<a title="hidden > hidden" href=\'/"\' data-x>text</a>', 'text'],
    ['<p a"b>text</p>', 'text'],
    ['A<img src="/x.png" alt="view of the &Auml;tna" title="hidden">B', 'A view of the Ätna B'],
    ['<img alt=Etna><img alt><img alt = "">', 'Etna'],
    ['1 < 2 <> 3 </> 4 </', '1 < 2 <> 3 4 </'],
    ['text<p class="open', 'text'],
    ['text<!-- open', 'text'],
    ['text</ bogus > more<?bogus?> more<!bogus> more', 'text more more more'],
    ['<textarea>a <b> c &lt;</textarea>', 'a <b> c <'],
    ['<constructor>text</constructor>', 'text'],
  ])('%j is %j', (html, text) => {
    expect(htmlText(html)).toBe(text);
    expect(readTree(html)).toBe(text);
  });

  test.each([
    '<',
    '</',
    '<!--',
    '<a ',
    '<a b="',
    '<script>',
    '&',
    '<img alt=x>',
    '<template>',
    '<a =',
    ' ',
    '<a>/ ',
  ])('takes linear time in the number of %j', (part) => {
    expect(htmlText(part.repeat(1_000_000 / part.length)).length).toBeLessThanOrEqual(1_000_000);
  });

  // Never generated: end tags of blocks that are not open, which browsers ignore and which separate words here. Tables
  // and lists of choices, whose content browsers move or drop. SVG and MathML. Comments in scripts.
  test('equals the text that a browser displays', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(PIECE, WORD), { maxLength: 30 }), (pieces) => {
        const html = pieces.join('');
        fc.pre(!(html.includes('<!--') && /<script/i.test(html)));
        expect(htmlText(html)).toBe(readTree(html));
      }),
      { numRuns: 5000 },
    );
  });

  test('contains a word exactly if the word is visible', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(PIECE, WORD), { maxLength: 12 }), WORD, (pieces, word) => {
        const html = pieces.join('');
        fc.pre(!(html.includes('<!--') && /<script/i.test(html)));
        expect(htmlText(html).includes(word)).toBe(readTree(html).includes(word));
      }),
      { numRuns: 2000 },
    );
  });
});

const WORD = fc.constantFrom('ab', 'ba', 'a', 'strong', 'class', 'p', 'alt', 'ü');

const PIECE = fc.oneof(
  fc.constantFrom(
    '<p>',
    '<P class="ab">',
    '</p>',
    '<div>',
    '<li>',
    '<h2 id=ab>',
    '<br>',
    '<br/>',
    '</br>',
    '<hr>',
  ),
  fc.constantFrom(
    '<b>',
    '</b>',
    '<strong>',
    '</strong>',
    '<a href="ab>ba">',
    '</a>',
    '<em/>',
    '</em >',
    '<wbr>',
  ),
  fc.constantFrom(
    "<span title='ab'>",
    '</span>',
    '<x-ab>',
    '</x-ab>',
    '<img alt="ab">',
    '<img alt=ba title=a>',
  ),
  fc.constantFrom(
    '<script>',
    '</script>',
    '<style>',
    '</STYLE>',
    '<textarea>',
    '</textarea>',
    '<title>',
    '</title>',
  ),
  fc.constantFrom(
    '<template>',
    '</template>',
    '<iframe>',
    '</iframe>',
    '<noscript>',
    '</noscript>',
    '<xmp>',
    '</xmp>',
  ),
  fc.constantFrom(
    '<!--',
    '-->',
    '--!>',
    '<!-->',
    '<!--->',
    '<!ab>',
    '<?ab>',
    '</>',
    '</ ab>',
    '<![CDATA[ab]]>',
  ),
  fc.constantFrom(
    '&amp;',
    '&uuml;',
    '&uuml',
    '&#97;',
    '&#x62;',
    '&lt;b&gt;',
    '&nbsp;',
    '&shy;',
    '&ab;',
    '&',
    '&notit;',
  ),
  fc.constantFrom('<', '>', '"', "'", '=', '/', ' ', '\n', '<a', '<img ', ' alt=', '</', 'u\u0308'),
);

const SEPARATING = new Set([
  ...['p', 'div', 'li', 'ul', 'h2', 'br', 'hr', 'img', 'iframe', 'textarea', 'xmp', 'table', 'tr', 'td'],
]);
const HIDDEN = new Set(['script', 'style', 'noscript', 'iframe', 'title', 'template']);

/** Text of the tree that a browser parses from HTML. */
function readTree(html: string): string {
  const text = readNode(parse(`<!doctype html><body>${html}`));
  return text
    .replace(/[\u00ad\u200b]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function readNode(node: Node): string {
  if ('value' in node) return node.value;
  const children = 'childNodes' in node ? node.childNodes.map(readNode).join('') : '';
  if (!('tagName' in node)) return children;
  const alt = node.tagName === 'img' ? node.attrs.find(({ name }) => name === 'alt')?.value : undefined;
  const shown = HIDDEN.has(node.tagName) ? '' : (alt ?? children);
  return SEPARATING.has(node.tagName) ? ` ${shown} ` : shown;
}
