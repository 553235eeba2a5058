import { spawn } from 'node:child_process';
import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CONTENTS, FRONT_ENDS, namesOf, type ContentName } from '../../create/choices.js';
import { resultOf, runCms } from '../console/run-cms.js';
import { installPackage, linkPackage, signIn, START_MS, startSite } from '../console/running-site.js';
import { browserTitle, hasChromium, launchChromium } from '../e2e/chromium.js';
import { freePort } from '../support/free-port.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { startApiProxy } from './api-proxy.js';
import type { TriedSite } from './site.js';
import { BEHAVIOUR, IN_DEVELOPMENT } from './site-behaviour.js';

/**
 * Front ends with a framework are installed from the registry, so only the nightly run tests them:
 * `TEST_FRONT_ENDS=nuxt,next,astro`. `TEST_CONTENTS` selects contents.
 */
const FRONT_ENDS_TRIED = namesOf(FRONT_ENDS).filter(isRequestedBy('TEST_FRONT_ENDS', 'typescript'));
const CONTENTS_TRIED = namesOf(CONTENTS).filter(isRequestedBy('TEST_CONTENTS', namesOf(CONTENTS).join(',')));
const CASES = FRONT_ENDS_TRIED.flatMap((frontEnd) =>
  CONTENTS_TRIED.map((content) => ({ frontEnd, content })),
);

function isRequestedBy(variable: string, otherwise: string): (name: string) => boolean {
  const requested = (process.env[variable] ?? otherwise).split(',');
  return (name) => requested.includes(name);
}

/** A page of each content besides the home page: its path, and a text on it. */
const PAGES: Readonly<Record<ContentName, readonly [path: string, text: string]>> = {
  blank: ['/articles/first', 'A first article'],
  company: ['/team', 'Mei Lin'],
  blog: ['/articles/harbour', 'By Nora Vale'],
};

/** A new project with its packages, before its first generation. */
async function aProject({ frontEnd, content }: (typeof CASES)[number]): Promise<string> {
  const cwd = await temporaryFolder();
  const choices = ['--content', content, '--front-end', frontEnd];
  expect(await runCms(['init', '.', ...choices], { cwd })).toMatchObject({ code: 0 });
  const survey = new URL('SurveyType.json', import.meta.url);
  await copyFile(survey, join(cwd, 'schemas/forms/SurveyType.json'));
  if (frontEnd === 'typescript') {
    await installPackage(cwd);
    for (const name of ['typescript', '@types/node']) await linkPackage(cwd, name);
    // Command of the package, as an installation links it.
    await symlink('../cms-api-components/cms.js', join(cwd, 'node_modules/.bin/cms'));
  } else {
    const installed = await npm(cwd, 'install', '--no-audit', '--no-fund');
    expect(installed, installed.stderr).toMatchObject({ code: 0 });
  }
  return cwd;
}

/** Runs it like a user in a separate folder, without the npm settings of this repository. */
function npm(cwd: string, ...args: readonly string[]) {
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  // Outside of their own development servers, frameworks build only for production.
  const NODE_ENV = args.includes('build:site') ? 'production' : 'development';
  return resultOf(spawn('npm', args, { cwd, env: { ...Object.fromEntries(own), NODE_ENV } }));
}

describe('a new project with a front end', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (hasChromium) browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Runs scripts of a project, and serves it and its front end until the test ends. */
  async function open(choices: (typeof CASES)[number]) {
    const cwd = await aProject(choices);
    // The project is not generated yet. Each of these commands generates it.
    for (const script of ['build', 'typecheck', 'build:site']) {
      const done = await npm(cwd, 'run', script);
      expect(done, script + done.stdout + done.stderr).toMatchObject({ code: 0 });
    }
    const tested = await npm(cwd, 'test');
    expect([tested.code, tested.stdout]).toEqual([0, expect.stringMatching(/# pass [2-9]/)]);
    const port = String(await freePort());
    const url = `http://localhost:${port}`;
    const api = await startSite('dev', { cwd, env: { EMAIL_LINK_DEFAULT_ORIGIN: url } });
    onTestFinished(() => api.signal('SIGKILL'));
    // Cookies belong to a host and not to a port, so all servers use the same host.
    const apiUrl = api.url.replace('127.0.0.1', 'localhost');
    const proxy = await startApiProxy(api.url);
    onTestFinished(() => proxy.close());
    await startFrontEnd(cwd, 'start:site', { url, apiUrl: proxy.url });
    const tab = await (await browser?.newContext())?.newPage();
    if (tab === undefined || browser === undefined) throw new Error('no browser');
    return { tab, url, apiUrl, proxy, cwd, browser, frontEnd: choices.frontEnd };
  }

  /** Starts it at its configured address, in a separate process group, so that children of npm end with it. */
  async function startFrontEnd(
    cwd: string,
    script: string,
    { url, apiUrl }: { url: string; apiUrl: string },
  ) {
    const env = { ...process.env, API_URL: apiUrl, SITE_PORT: new URL(url).port, SITE_HOST: 'localhost' };
    const site = spawn('npm', ['run', script], { cwd, env, detached: true });
    onTestFinished(() => void process.kill(-(site.pid ?? 0), 'SIGKILL'));
    const status = () =>
      fetch(url)
        .then(({ status }) => status)
        .catch(() => 0);
    await expect.poll(status, { timeout: START_MS }).toBe(200);
  }

  async function expectBehaviour(site: TriedSite, behaviour: typeof BEHAVIOUR): Promise<void> {
    for (const { title, run } of behaviour)
      await run(site).catch((cause: unknown) => {
        throw new Error(`It is not so that ${title}: ${String(cause)}`, { cause });
      });
  }

  /** The development server shows a change of the front end automatically. */
  async function expectWatched({ cwd, url }: TriedSite): Promise<void> {
    const file = join(cwd, 'front-end/components/title.ts');
    await writeFile(file, (await readFile(file, 'utf8')).replace('<h1>', '<h1 class="changed">'));
    const text = () =>
      fetch(url)
        .then((answer) => answer.text())
        .catch(() => '');
    await expect.poll(text, { timeout: START_MS }).toContain('<h1 class="changed">');
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
    await tab.getByText('We have received your message.').waitFor();
  }

  test.skipIf(!hasChromium).each(CASES)(
    browserTitle(
      '$frontEnd of $content content passes its scripts, shows its pages, stores what a visitor sends, and behaves as front ends do',
    ),
    async ({ frontEnd, content }) => {
      const site = await open({ frontEnd, content });
      const { tab, url, apiUrl, cwd } = site;
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
      if (content !== 'company') return;
      await expectMembersAndDrafts(tab, url, apiUrl);
      await expectBehaviour(site, BEHAVIOUR);
      const dev = { ...site, url: `http://localhost:${await freePort()}` };
      await startFrontEnd(cwd, 'dev:site', { url: dev.url, apiUrl: site.proxy.url });
      await expectBehaviour(dev, IN_DEVELOPMENT);
      if (frontEnd === 'typescript') await expectWatched(dev);
    },
  );

  /** Members can sign in, editors see drafts, and an open page follows published changes. */
  async function expectMembersAndDrafts(tab: Page, url: string, apiUrl: string): Promise<void> {
    const visitor = await (await browser?.newContext())?.newPage();
    await visitor?.goto(url);

    await tab.goto(`${url}/members`);
    await tab.getByLabel('Name').fill('admin');
    await tab.getByLabel('Password').fill('wrong');
    await tab.getByRole('button').click();
    await tab.getByText('is incorrect').waitFor();
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
