import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDocumentationEndpoints } from '../../runtime/http/endpoints/documentation.js';
import { DOCUMENTATION } from '../http/shell/documentation-fixture.js';
import { echo, startShell } from '../http/shell/support.js';
import type { Shell } from '../http/shell/support.js';

const CANDIDATES = [
  process.env['CHROMIUM_PATH'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const executablePath = CANDIDATES.find((path) => path !== '' && existsSync(path));
const title =
  executablePath === undefined
    ? 'the documentation page (skipped: no chromium found)'
    : 'the documentation page';
/** A busy machine takes a while to start a browser and to show a page. */
const SLOW = 120_000;
/** Nothing but this machine answers, so the page must work by itself. */
const OFFLINE = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
];

describe.skipIf(executablePath === undefined)(title, () => {
  let browser: Browser;
  let shell: Shell;
  let page: Page;
  const problems: string[] = [];
  beforeAll(async () => {
    shell = await startShell([
      ...createDocumentationEndpoints(DOCUMENTATION),
      echo('GET', '/component/hero_images'),
      echo('GET', '/component/hero_images/{id}'),
    ]);
    browser = await chromium.launch({ executablePath: executablePath ?? '', args: OFFLINE, timeout: SLOW });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(SLOW);
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(`${shell.url}/_api/docs`);
  });
  afterAll(async () => {
    await browser.close();
    await shell.close();
  });

  test('opens without errors, style and script allowed by its policy', async () => {
    expect(await page.title()).toBe('Sample site API');
    expect(await page.evaluate(`getComputedStyle(document.querySelector('nav')).position`)).toBe('sticky');
    expect(await page.locator('#find').isVisible()).toBe(true);
    expect(problems).toEqual([]);
  });

  test('finds operations by path and summary', async () => {
    await page.fill('#find', 'removes');
    expect(await page.locator('.operation:visible').count()).toBe(1);
    await page.fill('#find', '');
    expect(await page.locator('.operation:visible').count()).toBe(5);
  });

  test('sends a request and shows the answer', async () => {
    const operation = page.locator('.operation.get', { hasText: 'Retrieves a HeroImage resource.' });
    await operation.locator('summary').click();
    await operation.locator('input[name=id]').fill('4e20');
    await operation.getByRole('button', { name: 'Send request' }).click();
    await operation.locator('pre').waitFor({ state: 'visible' });
    expect(await operation.locator('output').textContent()).toContain('200');
    expect(await operation.locator('pre').textContent()).toContain('"id": "4e20"');
  });

  test('a link to a schema opens it', async () => {
    await page.goto(`${shell.url}/_api/docs#schema-HeroImage-jsonld`);
    await page.locator('#schema-HeroImage-jsonld table').waitFor({ state: 'visible' });
    const target = process.env['DOCS_SCREENSHOT'];
    if (target !== undefined) await page.screenshot({ path: target, fullPage: true });
    expect(problems).toEqual([]);
  });
});
