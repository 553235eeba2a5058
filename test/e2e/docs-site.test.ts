import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const PHONE = { viewport: { width: 390, height: 844 } };
/** One page of each kind: with images, wide tables, named files, long code. */
const SHOWN = [
  '/',
  '/explanation/content-model.html',
  '/explanation/security.html',
  '/how-to/forms.html',
  '/reference/configuration.html',
  '/reference/schema-keywords.html',
  '/contract/core.html',
];

let folder = '';
let server: Server;
let origin = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-docs-site-'));
  // A broken link fails the build.
  const build = ['vitepress', 'build', 'docs', '--outDir', folder];
  await run('npx', build, { cwd: PACKAGE, maxBuffer: 16 * 1024 * 1024 });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.replace(/\/$/, '/index.html');
    readFile(join(folder, path)).then(
      (body) => response.setHeader('Content-Type', TYPES[extname(path)] ?? 'font/woff2').end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has such an address.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the documentation site', () => {
  test('has a page for every file of the documentation', async () => {
    const written = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.html'));
    const sources = (await readdir(join(PACKAGE, 'docs'), { recursive: true })).filter((path) =>
      /\.md$/.test(path),
    );
    const wanted = sources.map((path) =>
      path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/md$/, 'html'),
    );
    expect(written.sort()).toEqual([...wanted, '404.html'].sort());
  });

  test('loads no external resources', async () => {
    const written = (await readdir(folder, { recursive: true })).filter((path) =>
      /\.(?:html|css)$/.test(path),
    );
    const pattern = /(?:src="|srcset="|<link[^>]*href="|url\(["']?|@import ["'])(?:https?:)?\/\/[^"')]+/g;
    const found = await Promise.all(
      written.map(async (path) => (await readFile(join(folder, path), 'utf8')).match(pattern) ?? []),
    );
    expect(found.flat()).toEqual([]);
  });
});

describe.skipIf(!hasChromium)(browserTitle('the documentation site in a browser'), () => {
  let browser: Browser;
  const problems: string[] = [];
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  /** Opens a page, collects its errors, and closes it again. */
  async function visit(
    path: string,
    look: (page: Page) => Promise<void>,
    options: BrowserContextOptions = {},
  ): Promise<void> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(SLOW);
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    page.on('request', (request) => void (request.url().startsWith(origin) || problems.push(request.url())));
    await page.goto(origin + path, { waitUntil: 'networkidle' });
    await look(page);
    await context.close();
  }

  test('opens without errors and without external requests', async () => {
    for (const path of SHOWN)
      await visit(path, async (page) => expect(await page.locator('h1').count()).toBeGreaterThan(0));
    expect(problems).toEqual([]);
  });

  test('shows the names of files above their code', async () => {
    await visit('/how-to/forms.html', async (page) => {
      const names = await page.locator('.file-name').allTextContents();
      expect(names).toContain('schemas/Booking.json');
    });
  });

  test('fits a phone: nothing is wider than the screen', async () => {
    for (const path of SHOWN)
      await visit(
        path,
        async (page) => {
          const width = await page.evaluate('document.documentElement.scrollWidth');
          expect([path, width]).toEqual([path, 390]);
        },
        PHONE,
      );
  });

  test('is dark if the reader prefers it', async () => {
    const background = 'getComputedStyle(document.body).backgroundColor';
    const colours: unknown[] = [];
    for (const colorScheme of ['light', 'dark'] as const)
      await visit('/', async (page) => void colours.push(await page.evaluate(background)), { colorScheme });
    expect(colours[0]).toBe('rgb(255, 255, 255)');
    expect(colours[1]).not.toBe(colours[0]);
  });

  test('finds a page by its words', async () => {
    await visit('/', async (page) => {
      await page.locator('.VPNavBarSearchButton, .DocSearch-Button').first().click();
      await page.locator('#localsearch-input').fill('x-publishable');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
      const found = await page.locator('.VPLocalSearchBox .result').allTextContents();
      expect(found.some((text) => text.includes('x-publishable'))).toBe(true);
    });
  });

  test('can be read without JavaScript, and links to every page, on a phone too', async () => {
    await visit(
      '/explanation/visibility.html',
      async (page) => {
        expect(await page.locator('h1').textContent()).toContain('Visibility');
        expect(await page.getByText('Lists, counts and searches').first().isVisible()).toBe(true);
        const links = page.locator('.VPSidebar a[href*="/adr/"]');
        expect(await links.count()).toBeGreaterThan(50);
        expect(await links.last().isVisible()).toBe(true);
        expect(await page.locator('.VPNavBarHamburger').isVisible()).toBe(false);
      },
      { ...PHONE, javaScriptEnabled: false },
    );
  });
});
