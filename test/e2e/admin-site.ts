import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { ACCOUNTS } from '../../runtime/features/accounts/public-api.js';
import { freePort } from '../support/free-port.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../support/test-app.js';
import { launchChromium, SLOW } from './chromium.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const PASSWORD = 'a long password';
export const EDITOR = { username: 'maria', password: PASSWORD };
/** A separate account, because signing out ends all sessions of an account. */
export const COLLEAGUE = { username: 'tom', password: PASSWORD };

/** The sample site with its admin, and a browser that can reach only this machine. */
export interface AdminSite {
  readonly app: TestApp;
  /** URL of the admin, without a trailing slash. */
  readonly admin: string;
  /** Browser errors since the start: errors of scripts, of the policy, and of loading. */
  readonly problems: readonly string[];
  /** A new tab without a session. */
  openTab(options?: BrowserContextOptions): Promise<Page>;
  /** A tab in which an administrator has signed in by the form. */
  signIn(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function startAdminSite(options: TestAppOptions = {}): Promise<AdminSite> {
  const port = options.port ?? (await freePort());
  const app = await startTestApp({
    ...options,
    port,
    // In development, the admin receives an event stream, so the network would never be idle.
    env: { NODE_ENV: 'test', PUBLIC_URL: `http://localhost:${port}`, ...options.env },
  });
  for (const account of [EDITOR, COLLEAGUE])
    await app.app.get(ACCOUNTS).createAccount({
      ...account,
      emailAddress: `${account.username}@example.com`,
      role: 'ROLE_SUPER_ADMIN',
      enabled: true,
      overwrite: false,
    });
  const browser = await launchChromium([
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
  ]);
  const admin = `http://localhost:${port}${app.config.apiPrefix}/admin`;
  const problems: string[] = [];

  async function openTab(ofContext: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      locale: 'en-US',
      viewport: { width: 1280, height: 900 },
      ...ofContext,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(SLOW);
    page.on('console', (message) => {
      if (message.type() === 'error' && !isRefusal(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => void problems.push(error.message));
    return page;
  }

  return {
    ...{ app, admin, problems, openTab },
    async signIn(ofContext) {
      const page = await openTab(ofContext);
      await page.goto(admin);
      await enter(page);
      return page;
    },
    async close() {
      await browser.close();
      await app.close();
    },
  };
}

/** A response such as 401 or 422, which the browser always logs. */
const isRefusal = (text: string): boolean => /the server responded with a status of (?:4\d\d)/.test(text);

/** Fills in the sign-in form, on any screen. */
export async function enter(page: Page, { username, password } = EDITOR): Promise<void> {
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel(/Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /Signed in as/ }).waitFor();
}

/** Serious accessibility violations that axe finds: each rule with its elements. */
export async function barriers(page: Page): Promise<string[]> {
  // Bypasses the policy of the page, which does not allow external scripts.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const found = (await page.evaluate('axe.run()')) as {
    readonly violations: readonly {
      readonly id: string;
      readonly impact: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

export interface HeldBack {
  /** Releases the requests, and waits until a response is rendered. */
  letGo(): Promise<void>;
}

/** Delays the requests of a method to URLs that contain a text, like a slow connection. */
export async function holdBack(page: Page, method: string, path: string): Promise<HeldBack> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const isMeant = (url: URL): boolean => url.pathname.includes(path) && !url.pathname.includes('/admin/');
  await page.route(isMeant, async (route) => {
    if (route.request().method() === method) await released;
    await route.continue();
  });
  return {
    async letGo() {
      const answered = page.waitForResponse(
        (response) => isMeant(new URL(response.url())) && response.request().method() === method,
      );
      release();
      await answered;
      await page.waitForTimeout(200);
      await page.unrouteAll({ behavior: 'wait' });
    },
  };
}
