import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { installPackage, linkPackage, startSite, type RunningSite } from '../console/running-site.js';
import { readPages, ROOT, type CodeBlock } from '../docs/read-pages.js';
import { hasChromium, launchChromium } from '../e2e/chromium.js';
import { freePort } from '../support/free-port.js';

/**
 * Follows the tutorial literally. `TAKE_PICTURES=1` before `npx vitest run --project nightly` creates its screenshots
 * again.
 */
const tutorial = readPages().find(({ path }) => path === 'docs/tutorial/company-site.md');
const pictures =
  process.env['TAKE_PICTURES'] === undefined ? undefined : join(ROOT, 'docs/tutorial/pictures');
const run = promisify(execFile);

let folder: string;
let project: string;
let browser: Browser;
let page: Page;
let service: RunningSite | undefined;
let frontEnd: ChildProcess | undefined;
let origin: string;

describe.skipIf(!hasChromium)('the tutorial, step', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cms-tutorial-'));
    project = join(folder, 'boatyard');
    browser = await launchChromium();
    page = await browser.newPage({ viewport: { width: 860, height: 660 } });
    origin = `http://localhost:${await freePort()}`;
  });
  afterAll(async () => {
    await end();
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('1: a new project shows its first page', async () => {
    const made = await runCms(['init', 'boatyard', '--front-end', 'typescript'], { cwd: folder });
    expect(made).toMatchObject({ code: 0 });
    await installPackage(project);
    for (const name of ['typescript', '@types/node']) await linkPackage(project, name);
    await start();
    await open('/');
    await see('first-page', 'h1', /^Welcome/);
  });

  test('2: the home page shows the content of the scaffold', async () => {
    await follow(2);
    await open('/');
    await see('home', 'h1', 'Boats of wood');
    expect(
      await page
        .locator('main img')
        .evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0),
    ).toBe(true);
  });

  test('3: news are listed and rendered by their template', async () => {
    await follow(3);
    await choose('News');
    await see('news', 'main li:first-child', /A new slipway/);
    await page.getByRole('link', { name: 'The season begins' }).click();
    await see('article', 'main time', '2026-05-02');
  });

  test('4: the contact form reports missing values, stores messages and sends mail', async () => {
    await follow(4);
    await choose('Contact');
    await page.getByLabel('Your e-mail address').fill('ann@example.com');
    await page.getByLabel('Your message').fill('When can I see a boat grow?');
    await page.getByRole('button', { name: 'Send' }).click();
    await see('contact', '.error', 'Please enter your name.');
    await page.getByLabel('Your name').fill('Ann');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('We have received your message').waitFor();
    const mails = await readdir(join(project, 'var/mails'));
    expect(mails).toHaveLength(1);
    expect(await readFile(join(project, 'var/mails', mails[0] ?? ''), 'utf8')).toContain('Message from Ann');
    expect(await runShell(4)).toContain('When can I see a boat grow?');
  });

  test('5: registered users who sign in can read the page for members', async () => {
    await follow(5);
    await open('/');
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(0);
    await choose('Join');
    await page.getByLabel('Username').fill('mia');
    await page.getByLabel('Email').fill('mia@example.com');
    await page.getByLabel('Create Password').fill('correct-horse');
    await page.getByLabel('Repeat Password').fill('correct-horse');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.locator('[role=status]').waitFor();
    await open('/members');
    await signIn('mia', 'correct-horse');
    await see('members', 'h1', 'For members');
    expect(await page.getByRole('link', { name: 'Members' }).count()).toBe(1);
  });

  test('6: an offline page is visible to the administrator, and to all users after it is live', async () => {
    await page.context().clearCookies();
    await follow(6);
    await open('/launch');
    await see('not-live', 'h1', 'Not found');
    await open('/sign-in?to=/launch');
    await signIn('admin', 'admin');
    await see('launch', 'h1', 'The big boat goes into the water');
    await page.context().clearCookies();
    await runShell(6);
    await open('/launch');
    await page.getByRole('heading', { name: 'The big boat goes into the water' }).waitFor();
  });
});

/** Returns the blocks between the heading of a step and the next heading. */
function blocksOf(step: number): readonly CodeBlock[] {
  const lines = tutorial?.text.split('\n') ?? [];
  const start = lines.findIndex((line) => line.startsWith(`## ${step}. `));
  const end = lines.findIndex((line, index) => index > start && line.startsWith('## '));
  return tutorial?.blocks.filter(({ line }) => line > start && line <= end) ?? [];
}

/** Writes the files of a step, and starts both programs again. */
async function follow(step: number): Promise<void> {
  for (const { path, code, language } of blocksOf(step)) {
    if (path !== undefined) {
      await mkdir(dirname(join(project, path)), { recursive: true });
      await writeFile(join(project, path), code);
    } else if (language === 'text') await addLine(code);
  }
  await start();
}

/** Returns the only line that is inserted above another one. */
async function addLine(line: string): Promise<void> {
  const file = join(project, 'cms.config.json');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('  "routable_security"', `  ${line}  "routable_security"`));
}

async function start(): Promise<void> {
  await end();
  service = await startSite('dev', { cwd: project, flags: ['--fresh'] });
  await run('npx', ['tsc', '-p', 'front-end'], { cwd: project });
  const env = {
    ...process.env,
    API_URL: service.url.replace('127.0.0.1', 'localhost'),
    SITE_PORT: new URL(origin).port,
  };
  frontEnd = spawn(process.execPath, ['build/server.js'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(frontEnd.stdout ?? frontEnd, 'data');
}

async function end(): Promise<void> {
  frontEnd?.kill('SIGTERM');
  await service?.stop();
}

async function runShell(step: number): Promise<string> {
  const lines = blocksOf(step)
    .filter(({ language }) => language === 'sh')
    .map(({ code }) => code.replace('http://localhost:8000/api', service?.url ?? ''));
  const { stdout } = await run('bash', ['-euc', lines.join('').replaceAll(/^curl /gm, 'curl -sS --fail ')], {
    cwd: project,
  });
  return stdout;
}

const open = (path: string): Promise<unknown> => page.goto(`${origin}${path}`);

async function choose(name: string): Promise<void> {
  await open('/');
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
}

async function signIn(name: string, password: string): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Waits until an element contains a text, and creates the screenshot with that name. */
async function see(picture: string, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector).filter({ hasText: text }).first().waitFor();
  expect(tutorial?.text).toContain(`pictures/${picture}.png`);
  if (pictures === undefined) return;
  const image = sharp(await page.screenshot()).png({ palette: true, colours: 64, compressionLevel: 9 });
  await image.toFile(join(pictures, `${picture}.png`));
}
