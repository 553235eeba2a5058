import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserTitle, hasChromium, launchChromium } from './chromium.js';
import type { UploadsApp } from '../http/uploads/support.js';
import { form, mediaObjects, startUploadsApp, uploadField, uploadManifest } from '../http/uploads/support.js';

/** A script that reports to the server, from the origin of the file, that it ran. */
const CODE = "fetch('/ran?'+origin);document.title='ran'";
const HTML = `<!doctype html><html><body><script>${CODE}</script><img src=x onerror="${CODE}"></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="${CODE}"><script>${CODE}</script></svg>`;
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${CODE}</script></html>`;

/** Images whose type allows any file. */
const manifest = {
  ...uploadManifest,
  resources: uploadManifest.resources.map((resource) => {
    const field = { name: 'file', column: 'filename', adapter: 'public', urlGenerator: 'public' };
    return resource.name === 'Image' ? { ...resource, fields: [uploadField(field)] } : resource;
  }),
};

describe.skipIf(!hasChromium)(browserTitle('uploaded files'), () => {
  let browser: Browser;
  let app: UploadsApp;
  beforeAll(async () => {
    app = await startUploadsApp({ manifest, config: { routable_security: null } });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  /** Both URLs of a published file, on the port of the server. */
  async function publish(content: string | Uint8Array, name: string): Promise<readonly string[]> {
    const created = await app.upload('/component/images/upload', form({ file: [content, name] }));
    expect(created.status, created.text).toBe(201);
    await app.patch(created.body['@id'], { publishedAt: '2020-01-01T00:00:00Z' }, { as: 'admin' });
    const open = new URL(mediaObjects(created.body)[0]?.contentUrl ?? '').pathname;
    return [`${app.origin}${created.body['@id']}/download/file`, app.origin + open];
  }

  /** Opens a URL as a document, waits for the response, and returns the scripts that ran. */
  async function visit(url: string): Promise<readonly string[]> {
    const context = await browser.newContext();
    const ran: string[] = [];
    let opened = 0;
    await context.route('**/ran?*', async (route) => {
      ran.push(route.request().url());
      await route.abort();
    });
    context.on('response', (response) => void (response.url() === url && (opened += 1)));
    const page = await context.newPage();
    // A download ends the navigation, which is a valid result.
    await page.goto(url).catch(() => undefined);
    await expect.poll(() => opened).toBeGreaterThan(0);
    await page.waitForTimeout(300);
    if ((await page.title()) === 'ran') ran.push(await page.title());
    await context.close();
    return ran;
  }

  test('that run scripts are detected by this test', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await context.route(`${app.origin}/page`, (route) =>
      route.fulfill({ body: HTML, contentType: 'text/html' }),
    );
    await page.goto(`${app.origin}/page`);
    await expect.poll(() => page.title()).toBe('ran');
    await context.close();
  });

  test.each([
    ['HTML', HTML, 'page.html'],
    ['HTML that is sent as an image', HTML, 'page.png'],
    ['HTML that is sent as plain text', HTML, 'page.txt'],
    ['HTML in UTF-16', Buffer.from(`\ufeff${HTML}`, 'utf16le'), 'page.html'],
    ['HTML in UTF-16 without a byte order mark', Buffer.from(HTML, 'utf16le'), 'page.html'],
    ['HTML after the first bytes of an image', `GIF89a${HTML}`, 'page.html'],
    ['HTML after the first bytes of a PDF', `%PDF-1.7\n${HTML}`, 'page.html'],
    ['HTML after 5,000 spaces', ' '.repeat(5000) + HTML, 'page'],
    ['SVG', SVG, 'logo.svg'],
    ['SVG that is sent as HTML', SVG, 'logo.html'],
    ['XHTML', XHTML, 'page.xml'],
  ])('of the kind %s run no script on the origin of the API', async (_what, content, name) => {
    for (const url of await publish(content, name)) {
      expect(await visit(url)).toEqual([]);
    }
  });
});
