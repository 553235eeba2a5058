import { describe, expect, test } from 'vitest';
import { withParagraphs } from '../../../runtime/packages/imports/wordpress/paragraphs.js';

describe('withParagraphs', () => {
  test.each([
    ['empty lines and line ends', 'One\n\nTwo\nlines', '<p>One</p>\n<p>Two<br />\nlines</p>'],
    ['Windows line ends', 'One\r\n\r\nTwo', '<p>One</p>\n<p>Two</p>'],
    [
      'text around a heading',
      'Intro\n\nmore\n<h2>Head</h2>\nText\n\nEnd',
      '<p>Intro</p>\n<p>more</p>\n<h2>Head</h2>\n<p>Text</p>\n<p>End</p>',
    ],
    [
      'a list between texts',
      'A\n<ul>\n<li>one</li>\n<li>two\nlines</li>\n</ul>\nB',
      '<p>A</p>\n<ul>\n<li>one</li>\n<li>two<br />\nlines</li></ul>\n<p>B</p>',
    ],
    [
      'text in a quotation',
      '<blockquote>A\n\nB</blockquote>\n\nC',
      '<blockquote>\n<p>A</p>\n<p>B</p></blockquote>\n<p>C</p>',
    ],
    ['a div with one text', '<div class="x">only\nthis</div>', '<div class="x">only<br />\nthis</div>'],
    [
      'inline tags at the start',
      '<strong>Bold</strong> text\n\n<a\nhref="/x">link</a>',
      '<p><strong>Bold</strong> text</p>\n<p><a href="/x">link</a></p>',
    ],
    [
      'code that keeps its lines',
      'A\n<pre>x\n\n  <b>y</b>\n</pre>\nB',
      '<p>A</p>\n<pre>x\n\n  <b>y</b>\n</pre>\n<p>B</p>',
    ],
    ['line breaks of old editors', 'A<br />\nB<br><br>C', '<p>A<br />\nB</p>\n<p>C</p>'],
    ['a "more" marker', 'Intro<!--more-->Rest', '<p>Intro</p>\n<p>Rest</p>'],
    ['a single image', '<img src="a.jpg" />\n\nText', '<p><img src="a.jpg" /></p>\n<p>Text</p>'],
    ['existing paragraphs', '<p>A</p>\n\n<p>B</p>', '<p>A</p>\n<p>B</p>'],
    ['nothing', ' \n\n ', ''],
  ])('formats %s like WordPress', (_name, text, html) => {
    expect(withParagraphs(text)).toBe(html);
  });

  test('does not change texts of the block editor', () => {
    const text = '<!-- wp:paragraph -->\n<p>A</p>\n<!-- /wp:paragraph -->\n\nB\n\nC';
    expect(withParagraphs(text)).toBe(text);
  });

  test.each(['<', '<!--', '<a ', '<p', '<pre>', '<br>', '</p', '\n \n', '<p>a\n', '<li>'])(
    'takes linear time for many of %j',
    (part) => {
      const started = performance.now();
      withParagraphs(part.repeat(200_000 / part.length));
      expect(performance.now() - started).toBeLessThan(5000);
    },
  );
});
