import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readPages, ROOT } from '../docs/read-pages.js';
import { barriers } from './admin-site.js';
import { browserTitle, hasChromium, launchChromium } from './chromium.js';
import { startNewSite, type NewSite } from './new-site.js';

/**
 * Follows the corresponding guide. `TAKE_PICTURES=1` before `npx vitest run --project e2e` creates its screenshots
 * again.
 */
const notified = readPages().find(({ path }) => path === 'docs/tutorial/admin.md');
const pictures =
  process.env['TAKE_PICTURES'] === undefined ? undefined : join(ROOT, 'docs/tutorial/pictures');
const HILLS = join(ROOT, 'create/templates/content/blank/pictures/hills.webp');
const SECONDS_OF_A_CLICK = 3;
const WORDS_OF_A_MINUTE = 40;

/** Actions of the user so far. */
const done = { clicks: 0, keys: 0, words: 0 };

describe.skipIf(!hasChromium)(browserTitle('from cms init to a published page in the admin'), () => {
  let site: NewSite;
  let browser: Browser;
  let page: Page;
  let visitor: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    site = await startNewSite('garden');
    browser = await launchChromium(['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost']);
    page = await openTab();
    visitor = await openTab();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function openTab(viewport = { width: 1240, height: 760 }): Promise<Page> {
    const tab = await (await browser.newContext({ locale: 'en-US', viewport })).newPage();
    tab.setDefaultTimeout(30_000);
    tab.on('pageerror', ({ message }) => void problems.push(message));
    return tab;
  }

  const button = (name: string | RegExp, within: Page | Locator = page) =>
    within.getByRole('button', { name });
  const field = (name: string | RegExp) => page.getByRole('textbox', { name });
  const dialog = () => page.getByRole('dialog');
  const group = (name = 'Primary') => page.getByRole('region', { name: `Group ${name}` });

  async function click(target: Locator): Promise<void> {
    done.clicks += 1;
    await target.click();
  }
  async function write(target: Locator, text: string): Promise<void> {
    done.clicks += 1;
    done.words += text.split(' ').length;
    await target.fill(text);
  }
  /** Typing goes into the focused element. */
  async function type(text: string): Promise<void> {
    done.words += text.split(' ').length;
    await page.keyboard.type(text);
  }
  async function press(key: string): Promise<void> {
    done.keys += 1;
    await page.keyboard.press(key);
  }
  const hasFocus = async (target: Locator): Promise<boolean> =>
    (await target.and(page.locator(':focus')).count()) > 0;
  /** Navigates to it by keyboard. */
  async function tabTo(target: Locator, key = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let times = 0; times < 60; times += 1) {
      if (await hasFocus(target)) return;
      await press(key);
    }
    throw new Error('The keyboard does not lead there.');
  }
  async function add(kind: RegExp): Promise<void> {
    await click(button('Add to: Primary'));
    await click(button(kind, dialog()));
    await button(/^Save/, dialog()).first().waitFor();
  }
  async function save(name: RegExp = /^Save and publish/): Promise<void> {
    await click(button(name, dialog()));
    await dialog().waitFor({ state: 'detached' });
  }
  /** Creates the screenshot with that name when everything is loaded. */
  async function show(name: string, tab = page): Promise<void> {
    expect(notified?.text).toContain(`pictures/${name}.png`);
    if (pictures === undefined) return;
    await tab.mouse.move(0, 0);
    await tab.evaluate('scrollTo(0, 0)');
    await tab.waitForTimeout(2000);
    const image = sharp(await tab.screenshot()).png({ palette: true, colours: 64, compressionLevel: 9 });
    await image.toFile(join(pictures, `${name}.png`));
  }
  const visit = async (path: string): Promise<number | undefined> =>
    (await visitor.goto(`${site.frontEnd}${path}`))?.status();

  async function send(name: string, message: string): Promise<void> {
    await visit('/visit-us');
    await visitor.getByLabel('Your name').fill(name);
    await visitor.getByLabel('Your e-mail address').fill('ann@example.com');
    await visitor.getByLabel('Your message').fill(message);
    await visitor.getByRole('button', { name: 'Send' }).click();
    await visitor.getByText('We have received your message').waitFor();
  }

  test('signs in by keyboard, and lists the pages of a new project', async () => {
    await page.goto(site.admin);
    await tabTo(field(/^Username/));
    await type('admin');
    await press('Tab');
    await type('admin');
    await press('Enter');
    await page.getByRole('link', { name: 'Home' }).waitFor();
    await show('admin-pages');
  });

  test('creates a page with only a title', async () => {
    await click(button('New page'));
    await tabTo(field(/^Title/));
    await type('Visit us');
    await show('admin-new-page');
    await press('Enter');
    await group().waitFor();
    expect(await page.getByText('/visit-us').count()).toBe(1);
  });

  test('adds a heading by keyboard only', async () => {
    await tabTo(button('Add to: Primary'));
    await press('Enter');
    await tabTo(button(/^Title/, dialog()));
    await press('Enter');
    await field(/^Title/).waitFor();
    await expect.poll(() => hasFocus(field(/^Title/))).toBe(true);
    await type('Come and see us');
    await press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await group().getByText('Come and see us').waitFor();
  });

  test('adds a formatted text, an image from the disk, and a contact form', async () => {
    await add(/^Html content/);
    await click(field(/^Text/));
    await type('We are open from ');
    await click(button('Bold', dialog()));
    await type('Tuesday to Saturday');
    await show('admin-text');
    await save();
    await add(/^Image/);
    done.clicks += 2;
    await page.locator('input[type=file]').setInputFiles(HILLS);
    await write(field(/^Description/), 'Hills behind the house');
    await show('admin-picture');
    await save();
    await add(/^Form/);
    await click(page.getByRole('combobox', { name: /^Form type/ }));
    await click(page.getByRole('option', { name: 'Contact type' }));
    await save(/^Save/);
    await expect.poll(() => group().getByRole('listitem').count()).toBe(4);
  });

  test('adds a link to it to the menu of all pages', async () => {
    await click(button(/^Layout content/));
    await click(button('Add to: Navigation'));
    await click(button(/^Navigation link/, dialog()));
    await write(field(/^Label/), 'Visit us');
    await click(page.getByRole('combobox', { name: /^Page/ }));
    await click(page.getByRole('option', { name: '/visit-us' }));
    await save();
    await group('Navigation').getByText('Visit us').waitFor();
    await click(button(/^Layout content/));
  });

  test('shows a preview, and visitors find the page by the menu', async () => {
    const frame = page.frameLocator('iframe[title="Preview"]');
    await frame.getByRole('heading', { name: 'Come and see us' }).waitFor();
    await frame.getByRole('button', { name: 'Send' }).waitFor();
    await show('admin-page');
    await visit('/');
    await visitor.getByRole('navigation').getByRole('link', { name: 'Visit us' }).click();
    await visitor.getByRole('heading', { name: 'Come and see us' }).waitFor();
    expect(await visitor.locator('main strong').innerText()).toBe('Tuesday to Saturday');
    const picture = visitor.getByRole('img', { name: 'Hills behind the house' });
    expect(await picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0)).toBe(
      true,
    );
    const answer = await fetch(`${site.api}/_/routes//visit-us`);
    expect(await answer.json()).toMatchObject({ path: '/visit-us' });
  });

  test('shows the message of a visitor, and exports all messages as a table', async () => {
    await show('admin-visitor', visitor);
    await send('Ann Lee', 'When may I come?');
    await click(page.getByRole('link', { name: 'Contact message' }));
    await page.getByRole('cell', { name: 'When may I come?' }).waitFor();
    await show('admin-messages');
    const [download] = await Promise.all([page.waitForEvent('download'), click(button(/^Export as CSV/))]);
    const table = await readFile(await download.path(), 'utf8');
    expect(table).toContain('Ann Lee,ann@example.com,When may I come?');
  });

  test('displays and exports messages of visitors as text, whatever they contain', async () => {
    await send('Ann <b>Lee</b>', '=HYPERLINK("http://example.com")');
    await page.getByRole('link', { name: 'Title', exact: true }).click();
    await page.getByRole('link', { name: 'Contact message' }).click();
    await page.getByRole('cell', { name: 'Ann <b>Lee</b>' }).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button(/^Export as CSV/).click()]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`"'=HYPERLINK(""http://example.com"")"`);
  });

  test('takes less than ten minutes', () => {
    const minutes = (done.clicks * SECONDS_OF_A_CLICK + done.keys) / 60 + done.words / WORDS_OF_A_MINUTE;
    if (pictures !== undefined) console.log(done, minutes);
    expect(minutes).toBeLessThan(10);
  });

  test('unpublishes and publishes it, in German', async () => {
    await button(/^Signed in as/).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('link', { name: 'Seiten', exact: true }).click();
    await page.getByRole('link', { name: 'Visit us' }).click();
    for (const [choice, state, status] of [
      ['Nicht live', 'Nicht live', 404],
      ['Jetzt live', 'Live', 200],
    ] as const) {
      await button('Pfad und Sichtbarkeit').click();
      await page.getByRole('radio', { name: choice }).check();
      await button('Speichern').click();
      await dialog().waitFor({ state: 'detached' });
      await page.getByText(state, { exact: true }).waitFor();
      expect(await visit('/visit-us')).toBe(status);
    }
    await button(/^Angemeldet als/).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
  });

  test('changes it on a phone, which another editor sees immediately', async () => {
    const phone = await openTab({ width: 390, height: 844 });
    await phone.goto(page.url());
    await phone.getByLabel(/Username/).fill('admin');
    await phone.getByLabel(/Password/).fill('admin');
    await button('Sign in', phone).click();
    await button(/^Come and see us$/, phone).click();
    await phone.getByRole('textbox', { name: /^Title/ }).fill('Come by');
    await button(/^Save$/, phone).click();
    await button(/^Publish$/, phone).click();
    await phone.getByText('Published.', { exact: true }).waitFor();
    await phone.getByRole('dialog').waitFor({ state: 'detached' });
    await group().getByText('Come by').waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await show('admin-phone', phone);
    await visit('/visit-us');
    await visitor.getByRole('heading', { name: 'Come by' }).waitFor();
    await phone.context().close();
  });

  test('moves it, so that its previous path redirects to the new one', async () => {
    await button('Path and visibility').click();
    await field(/^Path/).fill('/visit');
    await button('Save').click();
    await page.getByText('/visit', { exact: true }).waitFor();
    await visit('/visit-us');
    expect(new URL(visitor.url()).pathname).toBe('/visit');
    await visitor.getByRole('heading', { name: 'Come by' }).waitFor();
  });

  test('deletes it, and restores it with all its content', async () => {
    await page.getByRole('link', { name: 'Pages', exact: true }).first().click();
    await button('Actions for Visit us').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button('Delete', dialog()).click();
    // Elements behind an open dialog cannot be found.
    await button('Undo').waitFor();
    expect(await page.getByRole('link', { name: 'Visit us' }).count()).toBe(0);
    expect(await visit('/visit')).toBe(404);
    await button('Undo').click();
    await page.getByRole('link', { name: 'Visit us' }).waitFor();
    await show('admin-back');
    expect(await visit('/visit')).toBe(200);
    await visitor.getByRole('heading', { name: 'Come by' }).waitFor();
    await button('Send', visitor).waitFor();
  });

  test('is accessible, and runs without errors of scripts, of the policy, or of loading', async () => {
    expect(await barriers(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
