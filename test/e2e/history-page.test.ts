import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { installPackage, linkPackage, signIn, startSite, type RunningSite } from '../console/running-site.js';
import { readPages } from '../docs/read-pages.js';
import { freePort } from '../support/free-port.js';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';

const run = promisify(execFile);

const GUIDE = readPages().find(({ path }) => path === 'docs/how-to/history-page.md');
const blocks = GUIDE?.blocks ?? [];
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };
/** A text that would run if it was parsed as HTML. */
const HOSTILE = '<img src=x onerror="document.title = 1"> Grüße, こんにちは';

const PASSWORD = { plainPassword: 'a long password' };

interface Requested {
  readonly body?: object;
  readonly as?: 'admin' | 'mei';
  readonly reason?: string;
}
interface Answered {
  readonly '@id': string;
}

/** Follows the guide in a new project: its files, its lines of the server, its styles. */
async function followGuide(cwd: string): Promise<void> {
  expect(await runCms(['init', '.', '--front-end', 'typescript'], { cwd })).toMatchObject({ code: 0 });
  await installPackage(cwd);
  for (const name of ['typescript', '@types/node']) await linkPackage(cwd, name);
  for (const { path, code } of blocks) if (path !== undefined) await writeFile(join(cwd, path), code);
  const linesOf = (wanted: string): string => {
    const found = blocks.find(({ language, path }) => language === wanted && path === undefined);
    if (found === undefined) throw new Error(`The guide shows no ${wanted} without a file.`);
    return found.code;
  };
  await edit(join(cwd, 'front-end/style.css'), (text) => text + linesOf('css'));
  await edit(join(cwd, 'front-end/server.ts'), (text) =>
    text
      .replace(/^/, "import { html } from './lib/html.js';\n")
      .replace(/^.*answerFile\(.*\n/m, (line) => line + linesOf('ts')),
  );
  expect(await runCms(['generate'], { cwd })).toMatchObject({ code: 0 });
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  await writeFile(file, change(await readFile(file, 'utf8')));
}

describe.skipIf(!hasChromium)(browserTitle('the history page of the guide'), () => {
  let cwd: string;
  let api: RunningSite;
  let apiUrl: string;
  let url: string;
  let server: ReturnType<typeof spawn>;
  let browser: Browser;
  let cookies: Readonly<Record<string, string>>;

  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), 'cms-history-page-'));
    await followGuide(cwd);
    // The tests of the guides check its types.
    await run('npx', ['tsc', '-p', 'front-end', '--noCheck'], { cwd });
    api = await startSite('dev', { cwd });
    // Cookies belong to a host and not to a port, so all servers use the same host.
    apiUrl = api.url.replace('127.0.0.1', 'localhost');
    const port = await freePort();
    const env = { ...process.env, API_URL: apiUrl, SITE_PORT: String(port) };
    server = spawn(process.execPath, ['build/server.js'], { cwd, env });
    url = `http://localhost:${port}`;
    cookies = { admin: await signIn(apiUrl) };
    const mei = { username: 'mei', emailAddress: 'mei@example.com', roles: ['ROLE_ADMIN'], ...PASSWORD };
    await call('POST', '/users', { body: mei });
    cookies = { ...cookies, mei: await signIn(apiUrl, 'mei', PASSWORD.plainPassword) };
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    server?.kill();
    await api?.stop();
    await rm(cwd, { recursive: true, force: true });
  });

  /** Sends a request as one of the editors. */
  async function call(
    method: string,
    path: string,
    { body, as = 'admin', reason }: Requested = {},
  ): Promise<Answered> {
    const address = path.startsWith('/api/') ? new URL(path, apiUrl) : apiUrl + path;
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json';
    const headers = {
      'content-type': type,
      cookie: cookies[as] ?? '',
      ...(reason === undefined ? {} : { 'x-reason': reason }),
    };
    const answer = await fetch(address, { method, headers, body: JSON.stringify(body) ?? null });
    const text = await answer.text();
    expect([answer.ok, text]).toEqual([true, text]);
    return JSON.parse(text) as Answered;
  }

  /** Creates a page at a path, with a title that visitors see. */
  async function aPage(path: string, title: string): Promise<string> {
    const { member } = (await call('GET', '/_/layouts')) as { member?: readonly Answered[] };
    const make = (address: string, body: object): Promise<Answered> => call('POST', address, { body });
    const layout = member?.[0]?.['@id'];
    const page = await make('/_/pages', {
      reference: path,
      title: path,
      layout,
      uiComponent: 'PrimaryPage',
      isTemplate: false,
    });
    await make('/_/routes', { path, page: page['@id'], liveAt: 'now' });
    const group = await make('/_/component_groups', {
      reference: `primary_${page['@id']}`,
      location: 'primary',
      pages: [page['@id']],
    });
    const { '@id': component } = await make('/component/titles', { title, publishedAt: 'now' });
    await make('/_/component_positions', { component, componentGroup: group['@id'] });
    return component;
  }
  const change = (title: string, to: string, requested: Omit<Requested, 'body'> = {}): Promise<Answered> =>
    call('PATCH', title, { body: { title: to }, ...requested });

  /** Opens a tab in a separate browser context, with a signed-in editor. */
  async function signedIn(name: string): Promise<Page> {
    const tab = await aTab();
    const pairs = (cookies[name] ?? '').split('; ').map((pair) => pair.split('='));
    await tab.context().addCookies(pairs.map(([key = '', value = '']) => ({ name: key, value, url })));
    return tab;
  }

  async function aTab(): Promise<Page> {
    const context = await browser.newContext({
      viewport: DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const faults: string[] = [];
    onTestFinished(async () => {
      await context.close();
      expect(faults).toEqual([]);
    });
    const tab = await context.newPage();
    tab.setDefaultTimeout(SLOW);
    tab.on('pageerror', ({ message }) => faults.push(message));
    return tab;
  }

  async function open(tab: Page, path: string): Promise<void> {
    const address = `${url}/history?path=${path}`;
    if (tab.url() !== address) await tab.goto(address);
    await tab.getByRole('link', { name: /^Title: / }).click();
    await tab.locator('nav [aria-current]', { hasText: /^Title: / }).waitFor();
    await tab.getByRole('heading', { name: 'Changes', exact: true }).waitFor();
  }

  const press = (tab: Page, name: string): Promise<void> =>
    tab.getByRole('button', { name, exact: true }).click();
  const changes = (tab: Page): Locator => tab.locator('.changes > li');
  const notified = (tab: Page, text: string | RegExp): Promise<void> =>
    tab.getByRole('status').filter({ hasText: text }).waitFor();
  const textOf = (tab: Page): Promise<string> => tab.getByLabel('title').inputValue();
  /** Saves screenshots for manual review. */
  async function picture(tab: Page, name: string): Promise<void> {
    const folder = process.env['HISTORY_SCREENSHOTS'];
    if (folder === undefined) return;
    for (const [kind, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
      await tab.setViewportSize(size);
      await tab.screenshot({ path: join(folder, `${name}-${kind}.png`), fullPage: name !== 'question' });
    }
    await tab.setViewportSize(DESKTOP);
  }

  test('lists who changed what, when and why, the latest first, and compares two versions as plain text', async () => {
    const title = await aPage('/changes', 'Measure twice.');
    const { '@id': draft } = await change(title, HOSTILE, { as: 'mei', reason: 'Seen elsewhere' });
    await change(draft, 'Measure four times.');
    const tab = await aTab();
    await tab.goto(`${url}/history?path=/changes`);
    await tab.getByLabel('Name').fill('admin');
    await tab.getByLabel('Password').fill('admin');
    await press(tab, 'Sign in');
    await tab.getByRole('heading', { name: 'History of /changes' }).waitFor();
    await open(tab, '/changes');
    expect(await changes(tab).locator('p').allInnerTexts()).toEqual([
      expect.stringMatching(/^admin changed title \(draft\), .+20\d\d/),
      expect.stringMatching(/^mei began a draft, .+20\d\d/),
      'Seen elsewhere',
      expect.stringMatching(/^admin made it, .+20\d\d/),
    ]);
    await changes(tab).last().getByRole('button').click();
    const heading = tab.getByRole('heading', { name: 'title', exact: true });
    const compared = tab.locator('.comparison > section', { has: heading });
    await expect
      .poll(() => compared.locator('dd').allInnerTexts())
      .toEqual(['Measure twice.', 'Measure four times.']);
    expect(await compared.locator('del').allInnerTexts()).toEqual(['twice']);
    expect(await compared.locator('ins').allInnerTexts()).toEqual(['four times']);
    await picture(tab, 'comparison');
    await changes(tab).nth(1).getByRole('button').click();
    await tab.getByText(HOSTILE).waitFor();
    expect([await tab.title(), await tab.locator('main img').count()]).toEqual(['History', 0]);
    await picture(tab, 'hostile');
  });

  test('opens older changes by keyboard, and fits a phone', async () => {
    const title = await aPage('/older', 'Version 0');
    for (let number = 1; number <= 31; number++)
      await call('PATCH', `${title}?published=true`, { body: { title: `Version ${number}` } });
    const tab = await signedIn('admin');
    await tab.setViewportSize(PHONE);
    await tab.emulateMedia({ colorScheme: 'dark' });
    await open(tab, '/older');
    expect(await changes(tab).count()).toBe(30);
    await tab.getByRole('button', { name: 'Show older changes' }).focus();
    await tab.keyboard.press('Enter');
    await expect.poll(() => changes(tab).count()).toBe(32);
    await tab.keyboard.press('Enter');
    await tab.getByRole('heading', { name: 'Then, and now' }).waitFor();
    expect(await tab.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    await picture(tab, 'older');
  });

  test('restores a version after confirmation, can undo that, and reports why it cannot do either', async () => {
    const title = await aPage('/restored', 'One');
    await change(title, 'Two');
    const tab = await signedIn('admin');
    await open(tab, '/restored');
    const ask = async (): Promise<void> => {
      await changes(tab).last().getByRole('button', { name: 'Compare with now' }).click();
      await press(tab, 'Restore this version');
      await tab.getByRole('dialog', { name: /^Restore “Title: Two” as it was on .+\?$/ }).waitFor();
    };
    await ask();
    await picture(tab, 'question');
    await tab.keyboard.press('Escape');
    await tab.getByRole('dialog').waitFor({ state: 'detached' });
    expect([await textOf(tab), await changes(tab).count()]).toEqual(['Two', 2]);

    await press(tab, 'Restore this version');
    await tab.getByLabel('Why?').fill('Das war besser');
    await tab.keyboard.press('Enter');
    await notified(tab, 'Restored.');
    expect([await textOf(tab), await changes(tab).count()]).toEqual(['One', 3]);
    expect(await changes(tab).first().locator('p').last().innerText()).toBe('Das war besser');
    await picture(tab, 'restored');
    await press(tab, 'Undo');
    await notified(tab, 'It is as it was before.');
    expect([await textOf(tab), await changes(tab).count()]).toEqual(['Two', 4]);

    await ask();
    await change(title, 'Three', { as: 'mei' });
    await tab.keyboard.press('Enter');
    await notified(tab, /^mei has changed this on .+, since you opened it\. Nothing was overwritten\.$/);
    await picture(tab, 'refused');
    await press(tab, 'Show it as it is now');
    await expect.poll(() => textOf(tab)).toBe('Three');

    await changes(tab).last().getByRole('button', { name: 'Compare with now' }).click();
    await press(tab, 'Restore this version');
    await tab.keyboard.press('Enter');
    await notified(tab, 'Restored.');
    await change(title, 'Four', { as: 'mei' });
    await press(tab, 'Undo');
    await notified(
      tab,
      'It was changed again meanwhile (title), so it stays as it is now. Nothing was overwritten.',
    );
  });

  test('reports a concurrent save to the second editor, and keeps both versions', async () => {
    await aPage('/both', 'Öffnungszeiten');
    const [first, second] = [await signedIn('admin'), await signedIn('mei')];
    for (const tab of [first, second]) await open(tab, '/both');
    await first.getByLabel('title').fill('Öffnungszeiten im Winter');
    await second.getByLabel('title').fill('Wann wir da sind');
    await press(first, 'Save');
    await notified(first, 'Saved.');
    await press(second, 'Save');
    await notified(second, /^admin has changed this on .+ What you typed is still here\.$/);
    expect(await textOf(second)).toBe('Wann wir da sind');
    await second.locator('.theirs').getByText('Öffnungszeiten im Winter').waitFor();
    await picture(second, 'both');
    await press(second, 'Save mine in its place');
    await notified(second, 'Saved.');
    expect(await textOf(second)).toBe('Wann wir da sind');
    await changes(second).nth(1).getByRole('button').click();
    await second.getByText('Öffnungszeiten im Winter').waitFor();
  });

  test('creates a link that shows the draft to anonymous users until it is revoked', async () => {
    await change(await aPage('/soon', 'What is'), 'What will be');
    const [tab, visitor] = [await signedIn('admin'), await aTab()];
    await open(tab, '/soon');
    await press(tab, 'Make a link');
    await notified(tab, /^The link is made\./);
    await press(tab, 'Copy');
    await notified(tab, 'The link is copied.');
    const link = await tab.evaluate<string>('navigator.clipboard.readText()');
    await picture(tab, 'preview');
    await visitor.goto(`${url}/soon`);
    await visitor.getByRole('heading', { name: 'What is' }).waitFor();
    const shown = await visitor.goto(link);
    await visitor.getByRole('heading', { name: 'What will be' }).waitFor();
    expect(shown?.headers()).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    });

    await tab.reload();
    await tab.locator('.links li').getByRole('button').click();
    await notified(tab, 'The link shows nothing any more.');
    expect(await tab.locator('.links li').count()).toBe(0);
    await visitor.reload();
    await visitor.getByText('This preview link is no longer valid.').waitFor();
  });
});
