import { createReadStream, existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { JWT } from '../http/realtime/support.js';
import { barriers, EDITOR, enter, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium, SLOW } from './chromium.js';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
};
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Serves files below `/desk/`, and the page of the admin at every other path there, as the guide describes. All other
 * paths belong to a front end.
 */
async function serveFiles(folder: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const named = join(folder, pathname.replace(/^\/desk\//, ''));
    const path = extname(named) !== '' && existsSync(named) ? named : join(folder, 'index.html');
    // The front end that the admin displays in a frame.
    if (!pathname.startsWith('/desk/'))
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('The site');
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' });
    createReadStream(path).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

describe.skipIf(!hasChromium)(browserTitle('the admin on a separate host'), () => {
  let site: AdminSite;
  let server: Server;
  let parent: string;
  let folder: string;
  let desk: string;
  let onOtherSite: string;
  let page: Page;

  beforeAll(async () => {
    const port = await freePort();
    desk = `http://localhost:${port}/desk`;
    onOtherSite = `http://127.0.0.1:${port}/desk`;
    site = await startAdminSite({
      env: { EMAIL_LINK_DEFAULT_ORIGIN: new URL(desk).origin },
      config: {
        mercure: { jwt: JWT },
        cors: { allow_origin: [desk, onOtherSite].map((address) => new URL(address).origin) },
      },
    });
    parent = await mkdtemp(join(tmpdir(), 'cms-desk-'));
    folder = join(parent, 'desk');
    const notified = await runExport(folder, { base: '/desk' });
    expect(notified).toEqual([0, expect.stringContaining('cors.allow_origin')]);
    server = await serveFiles(folder, port);
    page = await site.openTab();
    page.setDefaultTimeout(20_000);
    await page.goto(`${desk}/Title`);
    await enter(page);
  }, SLOW * 2);
  afterAll(async () => {
    server?.close();
    await site?.close();
    await rm(parent, { recursive: true, force: true });
  });

  async function runExport(into: string, flags: Readonly<Record<string, string>> = {}) {
    const lines: string[] = [];
    const print = (line: string): void => void lines.push(line);
    const command = site.app.app.featureCommands.find(({ name }) => name === 'admin:export');
    const io = { isVerbose: false, prompt: undefined, print, printError: print, progress: print };
    const code = await command?.run(site.app.app, { ...io, args: [into], flags });
    return [code, lines.join('\n')];
  }

  test('signs in, and opens the list of its URL', async () => {
    await page.getByRole('heading', { level: 1, name: 'Title' }).waitFor();
    expect(page.url()).toBe(`${desk}/Title`);
    expect(await barriers(page)).toEqual([]);
  });

  test('creates and changes records, and shows errors at their fields', async () => {
    await page.goto(`${desk}/Title/create`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('From elsewhere');
    await page
      .getByRole('button', { name: /^(?:Create|Save)/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Title: From elsewhere' }).waitFor();
    await page.getByRole('textbox', { name: /^Title/ }).fill('Changed there');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Title: Changed there' }).waitFor();
    const { body } = await site.app.get('/component/titles', { as: 'superAdmin' });
    expect(JSON.stringify(body)).toContain('Changed there');
  });

  test('uploads files, and shows them', async () => {
    await page.goto(`${desk}/Image/create`);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PICTURE });
    await page
      .getByRole('button', { name: /^(?:Create|Save)/ })
      .first()
      .click();
    const picture = `img[src^="${new URL(site.admin).origin}"]`;
    await page.locator(picture).first().waitFor();
    const width = (): Promise<unknown> => page.evaluate(`document.querySelector('${picture}').naturalWidth`);
    await expect.poll(width).toBe(1);
  });

  test('shows changes of other users', async () => {
    await site.app.create('/_/layouts', { reference: 'main', uiComponent: 'Primary' });
    await page.goto(`${desk}/page-tree`);
    await page.getByRole('button', { name: 'New page' }).click();
    await page.getByRole('textbox', { name: /^Title/ }).fill('Summer');
    await page.getByRole('textbox', { name: /^Reference/ }).fill('summer');
    await page.getByRole('combobox', { name: /^Page type/ }).fill('PrimaryPage');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Add to: Primary' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Title/ })
      .click();
    await page.getByRole('textbox', { name: /^Title/ }).fill('One');
    await page.getByRole('button', { name: /Save and publish/ }).click();
    const group = page.getByRole('region', { name: 'Group Primary' });
    await group.getByText('One', { exact: true }).first().waitFor();
    const { member } = (await site.app.get('/component/titles', { as: 'superAdmin' })).body;
    const one = member.find(({ title }: { readonly title: string }) => title === 'One');
    await site.app.patch(one['@id'], { title: 'One and a half' }, { as: 'admin' });
    await group.getByText('One and a half').waitFor();
  });

  test('reports at sign-in that the browser does not store the cookies of the site', async () => {
    const tab = await site.openTab();
    await tab.goto(`${onOtherSite}/Title`);
    await tab.getByLabel(/Username/).waitFor();
    expect(await tab.getByRole('alert').count()).toBe(0);
    await tab.getByLabel(/Username/).fill(EDITOR.username);
    await tab.getByLabel(/Password/).fill(EDITOR.password);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('alert').getByText('did not store the session cookie').waitFor();
    await tab.context().close();
  });

  test('violates no rule of its policy, and requests no missing URLs', () => {
    expect(site.problems).toEqual([]);
  });

  test('is written only into a new folder', async () => {
    expect(await runExport(folder)).toEqual([1, expect.stringContaining('is not empty')]);
    const other = join(parent, 'other');
    for (const api of [
      'api.example.com',
      'ftp://example.com',
      'https://me@example.com/',
      'https://example.com/?x',
    ])
      expect(await runExport(other, { api })).toEqual([1, expect.stringContaining(`--api ${api}`)]);
    for (const base of ['desk', '//elsewhere.example', '/a b/', '/"><script>'])
      expect(await runExport(other, { base })).toEqual([1, expect.stringContaining(`--base ${base}`)]);
    expect(existsSync(other)).toBe(false);
  });
});
