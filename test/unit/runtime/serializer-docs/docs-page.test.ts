import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { renderDocsPage } from '../../../../runtime/http/docs-page/docs-page.js';
import { DOCUMENTATION } from '../../../http/shell/documentation-fixture.js';

const facts = {
  resources: DOCUMENTATION.resources,
  apiPrefix: '/_api',
  publicUrl: 'https://api.example.com',
  websiteName: 'A & B <site>',
  version: '1.0.0',
  metadataKey: '_metadata',
};

describe('renderDocsPage', () => {
  const page = renderDocsPage(DOCUMENTATION.openApi, { facts });

  test.each([
    ['script-src', /<script type="module">([\s\S]*?)<\/script>/],
    ['style-src', /<style>([\s\S]*?)<\/style>/],
  ])('%s names the hash of the inline code', (directive, pattern) => {
    const code = pattern.exec(page.html)?.[1] ?? '';
    const hash = createHash('sha256').update(code).digest('base64');
    expect(page.contentSecurityPolicy).toContain(`${directive} 'sha256-${hash}'`);
  });

  test('escapes what schemas and settings say', () => {
    expect(page.html).toContain('<title>A &amp; B &lt;site&gt; API</title>');
    expect(page.html).not.toContain('<script>alert(1)');
    expect(page.html).not.toContain('<b>picture');
  });

  test('survives a misshapen document', () => {
    const broken = {
      paths: { '/x': { get: 7, post: { parameters: 'no', requestBody: { $ref: '#/nowhere' } } }, '/y': null },
    };
    expect(renderDocsPage(broken, { facts }).html).toContain('/x');
  });
});
