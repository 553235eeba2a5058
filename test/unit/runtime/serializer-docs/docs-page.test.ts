import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderDocsPage } from '../../../../runtime/features/documentation/docs-page/docs-page.js';

describe('renderDocsPage', () => {
  const page = renderDocsPage({ apiPrefix: '/_api', websiteName: 'A & B <site>' });

  test.each([
    ['script-src', /<script type="module">([\s\S]*?)<\/script>/],
    ['style-src', /<style>([\s\S]*?)<\/style>/],
  ])('%s names its own origin and the hash of the inline code, nothing else', (directive, pattern) => {
    const code = pattern.exec(page.html)?.[1] ?? '';
    const hash = createHash('sha256').update(code).digest('base64');
    expect(page.contentSecurityPolicy.split('; ')).toContain(`${directive} 'self' 'sha256-${hash}'`);
  });

  test('escapes what the settings say', () => {
    expect(page.html).toContain('<title>A &amp; B &lt;site&gt; API</title>');
  });

  test('loads nothing from elsewhere', () => {
    const sources = [...page.html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source);
    expect(sources).toEqual([
      'data:,',
      '/_api/docs/assets/swagger-ui.css',
      '/_api/docs.json',
      '/_api/docs/assets/swagger-ui-bundle.js',
    ]);
  });
});
