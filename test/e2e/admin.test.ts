import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, COLLEAGUE, enter, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const DIST = fileURLToPath(new URL('../../admin-app/dist/', import.meta.url));
const PHONE = { viewport: { width: 390, height: 844 } };
/** Texts that would run if they were parsed as HTML, or as a URL. */
const HOSTILE = '<img src=x onerror="document.title=\'taken\'">"><script>document.title="taken"</script>';

describe.skipIf(!hasChromium)(browserTitle('the admin'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    site = await startAdminSite();
    page = await site.signIn();
  });
  afterAll(() => site?.close());

  const goTo = (path: string): Promise<unknown> => page.goto(`${site.admin}${path}`);
  const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
  const save = () => page.getByRole('button', { name: 'Save' }).click();

  test('requires users who open a link to sign in, reports errors, and continues to the link target', async () => {
    const tab = await site.openTab();
    await tab.goto(`${site.admin}/Title`);
    await tab.getByLabel(/Username/).fill(COLLEAGUE.username);
    await tab.getByLabel(/Password/).fill('wrong');
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.getByRole('alert').waitFor();
    expect(await barriers(tab)).toEqual([]);
    await enter(tab, COLLEAGUE);
    await tab.getByRole('heading', { level: 1, name: 'Title' }).waitFor();
    expect(tab.url()).toBe(`${site.admin}/Title`);
    await tab.getByRole('button', { name: /Signed in as/ }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    await tab.getByLabel(/Username/).waitFor();
    expect((await tab.context().cookies()).map(({ value }) => value).join('')).toBe('');
    await tab.context().close();
  });

  test('creates, publishes, changes and deletes a record', async () => {
    await goTo('/Title/create');
    await page.getByRole('textbox', { name: /^Title/ }).fill('Spring');
    await save();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await said('Published.');
    const id = page.url().slice(page.url().lastIndexOf('/') + 1);
    const published = await site.app.get(`/component/titles/${id}`);
    expect(published.body).toMatchObject({ title: 'Spring' });

    await page.getByRole('textbox', { name: /^Title/ }).fill('Summer');
    await save();
    await said('Published, with a draft');
    expect((await site.app.get(`/component/titles/${id}`)).body).toMatchObject({ title: 'Spring' });
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect.poll(async () => (await site.app.get(`/component/titles/${id}`)).body.title).toBe('Summer');

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Title' }).waitFor();
    await expect.poll(async () => (await site.app.get(`/component/titles/${id}`)).status).toBe(404);
  });

  test('shows form errors and service errors at their fields', async () => {
    await goTo('/Layout/create');
    await save();
    const reference = page.getByRole('textbox', { name: /^Reference/ });
    await expect.poll(() => reference.getAttribute('aria-invalid')).toBe('true');
    await site.app.create('/_/layouts', { reference: 'taken', uiComponent: 'X' });
    await reference.fill('taken');
    await page.getByRole('textbox', { name: /^Ui component/ }).fill('X');
    await expect.poll(() => reference.getAttribute('aria-invalid')).toBe('false');
    await save();
    await said(/already/);
    expect(await reference.getAttribute('aria-invalid')).toBe('true');
    expect(await reference.inputValue()).toBe('taken');
  });

  test('can undo a deletion while its notification is visible', async () => {
    const { '@id': iri } = await site.app.create('/component/titles', { title: 'Kept' });
    await goTo(`/Title/${iri.split('/').pop()}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await said('Kept');
    expect((await site.app.get(iri, { as: 'admin' })).status).toBe(200);
  });

  test('reports that another user changed the edited record, and keeps unsaved changes', async () => {
    const { '@id': iri } = await site.app.create('/component/titles', { title: 'One' });
    await goTo(`/Title/${iri.split('/').pop()}`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('Mine');
    await site.app.patch(iri, { title: 'Theirs' }, { as: 'admin' });
    await save();
    await said(/has changed this since you opened it/);
    expect(await page.getByRole('textbox', { name: /^Title/ }).inputValue()).toBe('Mine');
    expect((await site.app.get(iri, { as: 'admin' })).body).toMatchObject({ title: 'Theirs' });
  });

  test('shows user content as text: nothing of it runs, in lists, forms and titles', async () => {
    const { '@id': title } = await site.app.create('/component/titles', { title: HOSTILE });
    const { '@id': html } = await site.app.create('/component/html_contents', { html: HOSTILE });
    for (const path of ['/Title', `/Title/${idOf(title)}`, '/HtmlContent', `/HtmlContent/${idOf(html)}`]) {
      await goTo(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.title()).not.toBe('taken');
      expect(await page.locator('img[src="x"], main script').count()).toBe(0);
    }
  });

  test('is accessible in light and dark mode: axe finds nothing serious', async () => {
    await site.app.create('/component/titles', { title: 'For axe' });
    const dark = await site.signIn({ colorScheme: 'dark' });
    for (const tab of [page, dark])
      for (const path of ['/Title', '/Title/create', '/User', '/Route']) {
        await tab.goto(`${site.admin}${path}`);
        await tab.waitForLoadState('networkidle');
        expect(await barriers(tab), path).toEqual([]);
      }
    await dark.context().close();
  });

  test('fits a phone, where a button opens the menu', async () => {
    const phone = await site.signIn(PHONE);
    await phone.getByRole('button', { name: 'Menu' }).click();
    await phone.getByRole('link', { name: 'Title', exact: true }).click();
    await phone.getByRole('heading', { level: 1, name: 'Title' }).waitFor();
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    await phone.context().close();
  });

  test('is in German for users who prefer it, and remembers the selected language', async () => {
    const german = await site.openTab({ locale: 'de-DE' });
    await german.goto(site.admin);
    await german.getByRole('button', { name: 'Anmelden' }).waitFor();
    await german.context().close();
    await page.getByRole('button', { name: /Signed in as/ }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.getByRole('button', { name: /Angemeldet als/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Angemeldet als/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('button', { name: /Signed in as/ }).waitFor();
  });

  test('loads less than 250 kB of scripts before its first screen', async () => {
    const index = await readFile(`${DIST}index.html`, 'utf8');
    const paths = [...index.matchAll(/__BASE__(assets\/[^"]+\.js)/g)].map(([, path]) => path ?? '');
    const sizes = await Promise.all(paths.map(async (path) => (await stat(`${DIST}${path}.br`)).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
    expect(paths.length).toBeGreaterThan(0);
  });

  test('runs without errors of scripts, of its policy, or of loading', () => {
    expect(site.problems).toEqual([]);
  });
});

const idOf = (iri: string): string => iri.split('/').pop() ?? '';
