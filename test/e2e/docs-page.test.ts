import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';
import { startTestApp } from '../support/test-app.js';
import type { TestApp } from '../support/test-app.js';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';

/** The browser can reach only this machine, so the page must not need other servers. */
const OFFLINE = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
const ACCOUNT = { username: 'admin', password: 'a long password' };

describe.skipIf(!hasChromium)(browserTitle('the documentation page'), () => {
  let browser: Browser;
  let app: TestApp;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    app = await startTestApp({ config: { cors: { allow_origin: ['http://127.0.0.1:\\d+'] } } });
    await app.app.get(ACCOUNTS).createAccount({
      ...ACCOUNT,
      emailAddress: 'admin@example.com',
      role: 'ROLE_SUPER_ADMIN',
      enabled: true,
      overwrite: false,
    });
    browser = await launchChromium(OFFLINE);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(SLOW);
    page.on('console', (message) => void (message.type() === 'error' && problems.push(message.text())));
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(`${app.origin}${app.config.apiPrefix}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  const find = (words: string): Promise<void> => page.fill('.operation-filter-input', words);
  const shown = () => page.locator('.opblock');
  /** Sends the operation with the example body, or with another one, and returns the displayed status. */
  async function execute(path: string, body?: string): Promise<string> {
    const operation = shown()
      .filter({ has: page.locator(`[data-path="${path}"]`) })
      .first();
    await operation.locator('.opblock-summary-control').click();
    if (body !== undefined) await operation.locator('textarea.body-param__text').fill(body);
    await operation.locator('button.execute').click();
    const status = await operation.locator('.live-responses-table .response-col_status').last().textContent();
    return (status ?? '').trim();
  }

  test('opens without policy errors and without external resources', async () => {
    expect(await page.title()).toBe(`${app.config.websiteName} API`);
    expect(problems).toEqual([]);
  });

  test('finds operations by path, type and words of their summaries', async () => {
    await find('titles creates');
    await expect.poll(() => shown().count()).toBe(1);
    expect(await shown().locator('.opblock-summary-path').textContent()).toContain('/component/titles');
  });

  test('signs in with the login operation, and sends later requests as that user', async () => {
    await find('/login');
    const path = `${app.config.apiPrefix}/login`;
    expect(await execute(path, JSON.stringify(ACCOUNT))).toMatch(/^20[04]$/);
    await find('me retrieves the signed-in');
    expect(await execute(`${app.config.apiPrefix}/me`)).toBe('200');
  });

  test('has a valid example body, and the curl command of the request', async () => {
    await find('titles creates');
    expect(await execute(`${app.config.apiPrefix}/component/titles`)).toBe('201');
    const curl = await page.locator('.request-snippets, .curl-command').first().textContent();
    expect(curl).toContain("curl -X 'POST'");
    const target = process.env['DOCS_SCREENSHOT'];
    if (target !== undefined) await page.screenshot({ path: target, fullPage: true });
    expect(problems).toEqual([]);
  });

  test('fits a phone: nothing is wider than the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  test('has a search box as wide as the screen of a phone, with a readable placeholder', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await find('');
    const box = page.locator('.operation-filter-input');
    const { x = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {};
    expect(width).toBeGreaterThanOrEqual(340);
    expect(x + width).toBeLessThanOrEqual(390);
    expect(height).toBeGreaterThanOrEqual(44);
    // A phone zooms into inputs with smaller text.
    const size = await page.evaluate(
      'parseFloat(getComputedStyle(document.querySelector(".operation-filter-input")).fontSize)',
    );
    expect(size).toBeGreaterThanOrEqual(16);
    await page.setViewportSize({ width: 1280, height: 900 });
    expect((await box.boundingBox())?.width).toBeGreaterThanOrEqual(400);
  });
});
