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
/** Another one, as signing out ends all sessions of an account. */
export const COLLEAGUE = { username: 'tom', password: PASSWORD };

/** The sample site with its admin, and a browser to which nothing but this machine answers. */
export interface AdminSite {
  readonly app: TestApp;
  /** Address of the admin, without a slash at its end. */
  readonly admin: string;
  /** What browsers complained of since the start: errors of scripts, of the policy, and of loading. */
  readonly problems: readonly string[];
  /** A tab of its own, in which nobody is signed in. */
  openTab(options?: BrowserContextOptions): Promise<Page>;
  /** A tab in which an administrator is signed in by the form. */
  signIn(options?: BrowserContextOptions): Promise<Page>;
  close(): Promise<void>;
}

export async function startAdminSite(options: TestAppOptions = {}): Promise<AdminSite> {
  const port = options.port ?? (await freePort());
  const app = await startTestApp({
    ...options,
    port,
    // In development the admin follows a stream, so that a page would never have asked for everything.
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

/** An answer such as 401 or 422, which the browser tells of whatever a page makes of it. */
const isRefusal = (text: string): boolean => /the server responded with a status of (?:4\d\d)/.test(text);

/** Fills the form for signing in, whichever screen it stands in front of. */
export async function enter(page: Page, { username, password } = EDITOR): Promise<void> {
  await page.getByLabel(/Username/).fill(username);
  await page.getByLabel(/Password/).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /Signed in as/ }).waitFor();
}

/** What axe finds that keeps people out: each rule with the elements that break it. */
export async function barriers(page: Page): Promise<string[]> {
  // Beyond the policy of the page, which lets no script in from elsewhere.
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
  /** Lets the requests go, and waits until an answer is there and drawn. */
  letGo(): Promise<void>;
}

/** Holds back the requests of a method to addresses with a text in their path, as a slow line would. */
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
