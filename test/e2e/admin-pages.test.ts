import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { JWT } from '../http/realtime/support.js';
import { barriers, holdBack, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const HOSTILE = '"><img src=x onerror="document.title=1"> Grüße';
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A front end that displays the requested path, and the number of requests. */
async function startFrontEnd(): Promise<{ server: Server; origin: string }> {
  let times = 0;
  const server = createServer(({ url = '' }, response) => {
    times += 1;
    response.setHeader('content-type', 'text/html');
    response.end(`<p id="asked">${encodeURI(url)}</p><p id="times">${times}</p>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://localhost:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(!hasChromium)(browserTitle('pages in the admin'), () => {
  let site: AdminSite;
  let page: Page;
  let frontEnd: Awaited<ReturnType<typeof startFrontEnd>>;

  beforeAll(async () => {
    frontEnd = await startFrontEnd();
    site = await startAdminSite({
      env: { EMAIL_LINK_DEFAULT_ORIGIN: frontEnd.origin },
      config: { mercure: { jwt: JWT } },
    });
    await site.app.create('/_/layouts', { reference: 'main', uiComponent: 'Primary' });
    page = await site.signIn();
    page.setDefaultTimeout(20_000);
  });
  afterAll(async () => {
    await site?.close();
    frontEnd?.server.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const text = (name: string | RegExp) => page.getByRole('textbox', { name });
  const choose = async (of: string | RegExp, name: string | RegExp): Promise<void> => {
    await button(of).first().click();
    await page.getByRole('menuitem', { name }).click();
  };
  const group = (name: string) => page.getByRole('region', { name: `Group ${name}` });
  const labels = async (name = 'Primary'): Promise<string[]> =>
    (await group(name).getByRole('listitem').allInnerTexts()).map((words) => words.split('\n')[0] ?? '');
  const make = async (reference: string, title: string): Promise<void> => {
    await page.goto(`${site.admin}/page-tree`);
    await button('New page').click();
    await text(/^Title/).fill(title);
    const more = button('Advanced settings');
    if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
    await text(/^Reference/).fill(reference);
    await page.getByRole('combobox', { name: /^Page type/ }).fill('PrimaryPage');
    await button('Create').click();
    await page.getByRole('heading', { level: 2, name: 'Page content' }).waitFor();
  };
  const add = async (title: string, how: RegExp): Promise<void> => {
    await button('Add to: Primary').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Title/ })
      .click();
    await text(/^Title/).fill(title);
    await button(how).click();
    await group('Primary').getByText(title).waitFor();
  };

  test('are the start screen of the admin, and a new one gets its path and its group', async () => {
    await page.getByText('No pages yet.').waitFor();
    await make('summer', 'Summer');
    await group('Primary').waitFor();
    const { body } = await site.app.get('/_/routes//summer');
    expect(body).toMatchObject({ path: '/summer' });
  });

  test('accept new components, published or as drafts, and with a file', async () => {
    await add('One', /Save and publish/);
    await add('Two', /Save draft/);
    await button('Add to: Primary').click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Image/ })
      .click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'dot.png',
      mimeType: 'image/png',
      buffer: PICTURE,
    });
    await button(/Save and publish/).click();
    await expect.poll(async () => (await labels()).length).toBe(3);
    const manifest = await site.app.get('/_/resource_manifest//summer?embed=documents');
    const types = manifest.body.documents.map((one: { readonly '@type': string }) => one['@type']);
    expect(types.filter((type: string) => type === 'Title' || type === 'Image')).toEqual(['Title', 'Image']);
  });

  test('keep unsaved changes in the closed form of a component', async () => {
    const open = async (): Promise<void> => {
      await button('Add to: Primary').click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Title/ })
        .click();
      await text(/^Title/).waitFor();
    };
    await open();
    await text(/^Title/).fill('Half a title');
    await page.keyboard.press('Escape');
    await open();
    await page.getByText(/Unsaved changes restored/).waitFor();
    expect(await text(/^Title/).inputValue()).toBe('Half a title');
    await button('Discard').click();
    await text(/^Title/).fill('A whole one');
    await button(/Save draft/).click();
    await group('Primary').getByText('A whole one').waitFor();
    await open();
    expect(await text(/^Title/).inputValue()).toBe('');
    expect(await page.getByText(/Unsaved changes restored/).count()).toBe(0);
    await page.keyboard.press('Escape');
    await choose('Actions for A whole one', /^Remove/);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await group('Primary').getByText('A whole one').waitFor({ state: 'detached' });
  });

  test('show the form of a component after it is read, however long that takes', async () => {
    // It has not been prefetched.
    await page.reload();
    const reading = await holdBack(page, 'GET', '/component/titles/');
    await button(/^One$/).click();
    await page.getByRole('dialog').getByRole('progressbar').waitFor();
    expect(await text(/^Title/).count()).toBe(0);
    await reading.letGo();
    await expect.poll(() => text(/^Title/).inputValue()).toBe('One');
    await page.keyboard.press('Escape');
  });

  test('publish a draft without leaving the page', async () => {
    await choose('Actions for Two', 'Publish');
    await page.getByText('Published.').first().waitFor();
    await expect.poll(async () => JSON.stringify((await manifestOf('summer')).documents)).toContain('"Two"');
  });

  const manifestOf = async (path: string) =>
    (await site.app.get(`/_/resource_manifest//${path}?embed=documents`)).body;

  test('move a component by button, keyboard and mouse, and announce it', async () => {
    const titles = async () => (await labels()).filter((label) => label === 'One' || label === 'Two');
    const [first, second, third] = await labels();
    await button('Move Two up').click();
    await expect.poll(labels).toEqual([second, first, third]);
    await page.getByRole('button', { name: 'Move Two', exact: true }).focus();
    await page.keyboard.press('Space');
    await page.getByText(/Picked up Two|Two is over/).waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowDown');
    await page.getByText(/Two is over position 2/).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await expect.poll(titles).toEqual(['One', 'Two']);
    await stored(['One', 'Two']);
    await drag('Two', group('Primary').getByRole('listitem').first());
    await expect.poll(titles).toEqual(['Two', 'One']);
    await stored(['Two', 'One']);
  });

  /** Content that visitors currently see. */
  const stored = (wanted: readonly string[]) =>
    expect
      .poll(async () => {
        const { documents } = await manifestOf('summer');
        return documents
          .filter((one: { readonly '@type': string }) => one['@type'] === 'Title')
          .map((one: { readonly title: string }) => one.title);
      })
      .toEqual(wanted);

  async function drag(name: string, to: ReturnType<typeof group>): Promise<void> {
    await page.getByRole('button', { name: `Move ${name}`, exact: true }).hover();
    await page.mouse.down();
    const box = await to.boundingBox();
    if (box === null) throw new Error('It is not on the page.');
    const { mouse } = page;
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 12, { steps: 8 });
    await mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 8 });
    await mouse.up();
  }

  test('move a component to another group by menu and mouse', async () => {
    await button('New group').click();
    await text(/^Name/).fill('side');
    await button('Create').click();
    await group('Side').waitFor();
    await choose('Actions for One', 'Move to: side');
    await expect.poll(() => labels('Side')).toEqual(['One']);
    await page.getByText('Side', { exact: true }).waitFor();
    await drag('Two', group('Side').getByRole('listitem').first());
    await expect.poll(async () => (await labels('Side')).sort()).toEqual(['One', 'Two']);
    expect((await labels()).length).toBe(1);
  });

  test('accept an existing component, which is then used in two places', async () => {
    await button('Add to: Primary').click();
    await page.getByRole('tab', { name: 'Existing' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Title/ })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: /^One/ }).click();
    await expect.poll(labels).toContain('One');
    await group('Primary').getByRole('button', { name: 'Actions for One' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByText('It is used in 2 places.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(labels).not.toContain('One');
    expect(await labels('Side')).toContain('One');
  });

  test('show a preview of the site with a separate link, and refresh it after each change', async () => {
    const frame = page.frameLocator('iframe[title="Preview"]');
    await expect.poll(() => frame.locator('#asked').innerText()).toMatch(/^\/summer\?preview=/);
    const before = Number(await frame.locator('#times').innerText());
    await add('Three', /Save and publish/);
    await expect.poll(async () => Number(await frame.locator('#times').innerText())).toBeGreaterThan(before);
    await button('Phone').click();
    await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBe(390);
  });

  test('show changes of other users', async () => {
    const { documents } = await manifestOf('summer');
    const three = documents.find((one: { readonly title?: string }) => one.title === 'Three');
    await site.app.patch(three['@id'], { title: 'Three and a half' }, { as: 'admin' });
    await group('Primary').getByText('Three and a half').waitFor();
  });

  test('keep no connection while their tab is hidden, and show missed changes when it becomes visible', async () => {
    const { tab, show, connections } = await aTab();
    await tab.goto(page.url());
    await tab.getByRole('region', { name: 'Group Primary' }).getByText('Three and a half').waitFor();
    await expect.poll(connections).toBe(1);
    await show('hidden');
    await expect.poll(connections).toBe(0);
    const { documents } = await manifestOf('summer');
    const three = documents.find((one: { readonly title?: string }) => one.title === 'Three');
    await site.app.patch(three['@id'], { title: 'Three again' }, { as: 'admin' });
    await show('visible');
    await tab.getByRole('region', { name: 'Group Primary' }).getByText('Three again').waitFor();
    expect(await connections()).toBe(1);
    await tab.close();
  });

  /** A tab that can be hidden, which is impossible in a headless browser, and its connections. */
  async function aTab() {
    const tab = await page.context().newPage();
    tab.setDefaultTimeout(20_000);
    await tab.addInitScript(`{
      const Original = EventSource;
      window.streams = [];
      window.EventSource = class extends Original {
        constructor(...of) { super(...of); window.streams.push(this); }
      };
      let state = 'visible';
      Object.defineProperty(document, 'visibilityState', { get: () => state });
      window.show = (next) => { state = next; document.dispatchEvent(new Event('visibilitychange')); };
    }`);
    return {
      tab,
      show: (state: 'hidden' | 'visible') => tab.evaluate(`show('${state}')`),
      connections: () => tab.evaluate<number>('streams.filter(({ readyState }) => readyState < 2).length'),
    };
  }

  test('change paths and dates in the tree, redirect the previous path, and add others', async () => {
    await page.goto(`${site.admin}/page-tree`);
    await choose('Actions for Summer', 'Path and visibility');
    await text(/^Path/).fill('/sun');
    await page.getByRole('radio', { name: 'From a date' }).check();
    await page.getByLabel('From', { exact: true }).fill('2100-01-01T12:00');
    await button('Save').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/Live from/).waitFor();
    await button('1 redirect').click();
    await text(/^Redirect from/).fill('/heat');
    await button('Add redirect').click();
    await button('2 redirects').waitFor();
    expect((await site.app.get('/_/routes//heat', { as: 'admin' })).body).toMatchObject({
      redirectPath: '/sun',
    });
  });

  test('are moved below others, and found by title and path with their ancestors', async () => {
    await make('beach', 'Beach');
    await page.goto(`${site.admin}/page-tree`);
    await choose('Actions for Beach', /Change parent page/);
    await page.getByRole('combobox', { name: 'Parent page' }).fill('Summer');
    await page.getByRole('option', { name: /Summer/ }).click();
    await button('Save').click();
    await page.getByText(/with a parent page/).waitFor();
    await page.getByRole('searchbox').fill('beach');
    await page.getByRole('link', { name: 'Beach' }).waitFor();
    await page.getByRole('link', { name: 'Summer' }).waitFor();
    await page.getByRole('searchbox').fill('nothing of that kind');
    await page.getByText(/No page matches/).waitFor();
  });

  test('report why a new one cannot be created, and create nothing', async () => {
    await page.getByRole('searchbox').fill('');
    await button('New page').click();
    await text(/^Title/).fill('Sun again');
    await page.getByRole('radio', { name: 'Custom' }).check();
    await text(/^Path/).fill('/sun');
    await button('Create').click();
    await page.getByRole('alert').getByText('This path is already in use.').waitFor();
    await button('Cancel').click();
    expect((await site.app.get('/_/pages', { as: 'admin' })).body.totalItems).toBe(2);
  });

  test('list what is deleted with a page, and restore all of it', async () => {
    await choose('Actions for Summer', 'Delete');
    await page.getByText('Its path /sun is deleted too.').waitFor();
    await page.getByText('1 subpage moves to the top level.').waitFor();
    await button('Delete').click();
    await page.getByRole('link', { name: 'Summer' }).waitFor({ state: 'detached' });
    // The list is updated before the response arrives.
    await expect.poll(async () => (await site.app.get('/_/pages', { as: 'admin' })).body.totalItems).toBe(1);
    await button('Undo').click();
    await page.getByRole('link', { name: 'Summer' }).waitFor();
    expect((await site.app.get('/_/routes//heat', { as: 'admin' })).body).toMatchObject({
      redirectPath: '/sun',
    });
  });

  test('show user content as text, are accessible in light and dark mode, and fit a phone', async () => {
    await make('hostile', HOSTILE);
    await add('Plain', /Save draft/);
    const dark = await site.signIn({ colorScheme: 'dark', viewport: { width: 390, height: 844 } });
    for (const tab of [page, dark])
      for (const path of [new URL(page.url()).pathname, new URL(`${site.admin}/page-tree`).pathname]) {
        await tab.goto(new URL(path, site.admin).href);
        await tab.getByRole('heading', { level: 1 }).waitFor();
        await tab.waitForLoadState('networkidle');
        expect(await tab.locator('img[src="x"]').count()).toBe(0);
        expect(await barriers(tab), path).toEqual([]);
      }
    expect(await dark.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await dark.context().close();
  });

  test('run without errors of scripts, of their policy, or of loading', () => {
    expect(site.problems).toEqual([]);
  });
});
