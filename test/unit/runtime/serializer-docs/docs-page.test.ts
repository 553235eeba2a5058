import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderDocsPage } from '../../../../runtime/features/documentation/docs-page/docs-page.js';

describe('renderDocsPage', () => {
  const page = renderDocsPage({ apiPrefix: '/_api', websiteName: 'A & B <site>' });

  test.each([
    ['script-src', /<script type="module">([\s\S]*?)<\/script>/],
    ['style-src', /<style>([\s\S]*?)<\/style>/],
  ])('allows in %s only its own origin and the hash of the inline code', (directive, pattern) => {
    const code = pattern.exec(page.html)?.[1] ?? '';
    const hash = createHash('sha256').update(code).digest('base64');
    expect(page.contentSecurityPolicy.split('; ')).toContain(`${directive} 'self' 'sha256-${hash}'`);
  });

  test('escapes values of the settings', () => {
    expect(page.html).toContain('<title>A &amp; B &lt;site&gt; API</title>');
  });

  test('loads no external resources', () => {
    const sources = [...page.html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual([
      'data:,',
      '/_api/docs/assets/swagger-ui.css',
      '/_api/docs.json',
      '/_api/docs/assets/swagger-ui-bundle.js',
    ]);
  });
});
