import { spawn } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CONTENTS, FRONT_ENDS, namesOf, type ContentName } from '../../create/choices.js';
import { resultOf, runCms } from '../console/run-cms.js';
import { installPackage, linkPackage, signIn, START_MS, startSite } from '../console/running-site.js';
import { browserTitle, hasChromium, launchChromium } from '../e2e/chromium.js';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/**
 * Front ends with a framework are installed from the registry, so they are tried at night: `TEST_FRONT_ENDS=nuxt,next,astro`.
 * `TEST_CONTENTS` leaves out others.
 */
const FRONT_ENDS_TRIED = namesOf(FRONT_ENDS).filter(isAskedBy('TEST_FRONT_ENDS', 'typescript'));
const CONTENTS_TRIED = namesOf(CONTENTS).filter(isAskedBy('TEST_CONTENTS', namesOf(CONTENTS).join(',')));
const CASES = FRONT_ENDS_TRIED.flatMap((frontEnd) =>
  CONTENTS_TRIED.map((content) => ({ frontEnd, content })),
);

function isAskedBy(variable: string, otherwise: string): (name: string) => boolean {
  const asked = (process.env[variable] ?? otherwise).split(',');
  return (name) => asked.includes(name);
}

/** A page of each content besides the home page: its path, and something that stands on it. */
const PAGES: Readonly<Record<ContentName, readonly [path: string, text: string]>> = {
  blank: ['/articles/first', 'A first article'],
  company: ['/team', 'Mei Lin'],
  blog: ['/articles/harbour', 'By Nora Vale'],
};

/** A new project with its packages; nothing is generated yet. */
async function aProject({ frontEnd, content }: (typeof CASES)[number]): Promise<string> {
  const cwd = await temporaryFolder();
  const choices = ['--content', content, '--front-end', frontEnd];
  expect(await runCms(['init', '.', ...choices], { cwd })).toMatchObject({ code: 0 });
  if (frontEnd === 'typescript') {
    await installPackage(cwd);
    for (const name of ['typescript', '@types/node']) await linkPackage(cwd, name);
    // The command of the package, as an installation links it.
    await symlink('../cms-api-components/cms.js', join(cwd, 'node_modules/.bin/cms'));
  } else {
    const installed = await npm(cwd, 'install', '--no-audit', '--no-fund');
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
  }
  return cwd;
}

/** As somebody runs it in a folder of their own: settings that this repository has for npm are none of theirs. */
function npm(cwd: string, ...args: readonly string[]) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  // Outside of their own development servers frameworks build for production alone.
  const NODE_ENV = args.includes('build:site') ? 'production' : 'development';
  return resultOf(spawn('npm', args, { cwd, env: { ...Object.fromEntries(own), NODE_ENV } }));
}

describe('a new project with a front end', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Generates a project, runs its own test, and serves it and its front end until the test ends. */
  async function open(choices: (typeof CASES)[number]) {
    const cwd = await aProject(choices);
    expect(await runCms(['generate'], { cwd })).toMatchObject({ code: 0 });
    const checked = await npm(cwd, 'run', 'typecheck');
    expect(checked, checked.stdout + checked.stderr).toMatchObject({ code: 0 });
    const tested = await npm(cwd, 'test');
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/# pass [2-9]/)]);
    const api = await startSite('dev', { cwd });
    onTestFinished(() => api.signal('SIGKILL'));
    // Cookies belong to a name and not to a port, so all of it is at the same name.
    const apiUrl = api.url.replace('127.0.0.1', 'localhost');
    const compiled = await npm(cwd, 'run', 'build:site');
    expect(compiled, compiled.stdout + compiled.stderr).toMatchObject({ code: 0 });
    const port = await freePort();
    const addresses = {
      API_URL: apiUrl,
      NUXT_PUBLIC_API_URL: apiUrl,
      SITE_PORT: String(port),
      PORT: String(port),
    };
    const env = { ...process.env, ...addresses, HOST: 'localhost', NODE_ENV: 'production' };
    // A group of its own: what npm starts ends with it.
    const site = spawn('npm', ['run', 'start:site'], { cwd, env, detached: true });
    onTestFinished(() => void process.kill(-(site.pid ?? 0), 'SIGKILL'));
    const url = `http://localhost:${port}`;
    await expect
      .poll(
        () =>
          fetch(url).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: START_MS },
      )
      .toBe(200);
    const tab = await (await browser?.newContext())?.newPage();
    if (tab === undefined) throw new Error('no page');
    return { tab, url, apiUrl };
  }

  async function sendMessage(tab: Page, url: string): Promise<void> {
    await tab.goto(`${url}/contact`);
    await tab.getByLabel('Your name').fill('Ann');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.getByText('Please enter your e-mail address.').waitFor();
    expect(await tab.getByLabel('Your name').inputValue()).toBe('Ann');
    await tab.getByLabel('Your e-mail address').fill('ann@example.com');
    await tab.getByLabel('Your message').fill('Hello there');
    await tab.getByRole('button', { name: 'Send' }).click();
    await tab.getByText('What you sent has arrived.').waitFor();
  }

  test.skipIf(!hasChromium).each(CASES)(
    browserTitle(
      '$frontEnd of $content content passes its test, shows its pages, stores what a visitor sends, and says where nothing is',
    ),
    async ({ frontEnd, content }) => {
      const { tab, url, apiUrl } = await open({ frontEnd, content });
      const faults: string[] = [];
      tab.on('pageerror', ({ message }) => faults.push(message));
      await tab.goto(url);
      expect(await tab.locator('h1').count()).toBe(1);
      expect(await tab.getByRole('navigation').getByRole('link').count()).toBeGreaterThan(1);
      const [path, text] = PAGES[content];
      await tab.goto(url + path);
      await tab.getByText(text).first().waitFor();
      expect((await tab.goto(`${url}/nothing`))?.status()).toBe(404);
      await sendMessage(tab, url);
      expect(faults).toEqual([]);

      const headers = { cookie: await signIn(apiUrl) };
      const stored = await (await fetch(`${apiUrl}/record/contact_messages`, { headers })).json();
      expect(stored).toMatchObject({ member: [{ name: 'Ann', message: 'Hello there' }] });
      if (content === 'company') await expectMembersAndDrafts(tab, url, apiUrl);
    },
  );

  /** Members get in, editors see drafts, and a page that is open follows what is published. */
  async function expectMembersAndDrafts(tab: Page, url: string, apiUrl: string): Promise<void> {
    const visitor = await (await browser?.newContext())?.newPage();
    await visitor?.goto(url);

    await tab.goto(`${url}/members`);
    await tab.getByLabel('Name').fill('admin');
    await tab.getByLabel('Password').fill('wrong');
    await tab.getByRole('button').click();
    await tab.getByText('do not belong together').waitFor();
    await tab.getByLabel('Name').fill('admin');
    await tab.getByLabel('Password').fill('admin');
    await tab.getByRole('button').click();
    await tab.getByRole('heading', { name: 'For members' }).waitFor();
    expect(tab.url()).toBe(`${url}/members`);

    const headers = { cookie: await signIn(apiUrl), 'content-type': 'application/merge-patch+json' };
    const titles = (await (await fetch(`${apiUrl}/component/titles?perPage=50`, { headers })).json()) as {
      readonly member: readonly { readonly '@id': string; readonly title: string }[];
    };
    const welcome = titles.member.find(({ title }) => title.startsWith('Welcome'));
    const patch = async (address: string, body: object) => {
      const answer = await fetch(new URL(address, apiUrl), {
        method: 'PATCH',
        headers,
        body: JSON.stringify(body),
      });
      return (await answer.json()) as { readonly '@id': string };
    };
    const draft = await patch(welcome?.['@id'] ?? '', { title: 'Come in' });
    await tab.goto(url);
    expect(await tab.locator('.draft').innerText()).toBe('Come in');
    expect(await visitor?.locator('h1').innerText()).toMatch(/^Welcome/);
    await patch(draft['@id'], { publishedAt: new Date().toISOString() });
    await expect.poll(() => visitor?.locator('h1').innerText()).toBe('Come in');
  }
});
