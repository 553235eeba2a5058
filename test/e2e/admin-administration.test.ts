import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

/** Texts that would run if they were parsed as HTML, or as a formula. */
const HOSTILE = '<img src=x onerror="document.title=\'taken\'">';
const FORMULA = '=HYPERLINK("http://evil.example";"x")';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const SCREENS = ['history', 'orphans', 'previews', 'webhooks', 'tokens', 'service', 'account'];

describe.skipIf(!hasChromium)(browserTitle('the administration screens'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    site = await startAdminSite();
    page = await site.signIn();
  });
  afterAll(() => site?.close());

  const goTo = (path: string): Promise<unknown> => page.goto(`${site.admin}${path}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const inDialog = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });
  const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
  const aTitle = async (title: string): Promise<string> =>
    (await site.app.create('/component/titles', { title }))['@id'];
  const titleOf = async (iri: string) => (await site.app.get(iri, { as: 'admin' })).body.title;

  test('compare a previous version of a record, as text, and restore it', async () => {
    const iri = await aTitle(`First ${HOSTILE}`);
    await site.app.patch(iri, { title: `Second ${HOSTILE}` }, { as: 'admin' });
    await goTo(`/Title/${iri.split('/').pop() ?? ''}`);
    await button('Version history').click();
    await page
      .getByRole('region', { name: 'Version history' })
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click();
    await page.getByRole('deletion').filter({ hasText: 'First' }).waitFor();
    await page.getByRole('insertion').filter({ hasText: 'Second' }).waitFor();
    expect(await page.getByRole('dialog').textContent()).toContain(HOSTILE);
    expect(await barriers(page)).toEqual([]);
    await inDialog('Close').click();
    await button(/^Restore/)
      .first()
      .click();
    await inDialog('Restore').click();
    await said('Version restored.');
    await expect.poll(() => titleOf(iri)).toBe(`First ${HOSTILE}`);
    expect(await page.title()).not.toContain('taken');
  });

  test('restore a deleted record by undoing its deletion', async () => {
    const iri = await aTitle('Deleted by mistake');
    await site.app.delete(iri, { as: 'admin' });
    await goTo('/history?kind=change&type=Title');
    await button(/^Undo/).first().click();
    await inDialog('Undo').click();
    await said(/Change undone/);
    await page
      .getByRole('link', { name: /^Title/ })
      .first()
      .waitFor();
    expect(await titleOf(iri)).toBe('Deleted by mistake');
  });

  test('list the conflicts of an undo with later changes, and change nothing', async () => {
    const iri = await aTitle('Once');
    await site.app.patch(iri, { title: 'Twice' }, { as: 'admin' });
    await goTo('/history?kind=change&type=Title');
    await button(/^Undo/).nth(1).click();
    await inDialog('Undo').click();
    await said(/Nothing was undone/);
    expect(await titleOf(iri)).toBe('Twice');
  });

  test('export a list as CSV, in which no text starts like a formula', async () => {
    await site.app.create('/_/site_config_parameters', { key: 'first', value: FORMULA }, 'superAdmin');
    await goTo('/SiteConfigParameter');
    await said('first');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export as CSV').click()]);
    expect(download.suggestedFilename()).toBe('SiteConfigParameter.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
    expect(text).not.toMatch(/[,\n]"?=/);
  });

  test('find, select and delete orphaned content', async () => {
    const iri = await aTitle(HOSTILE);
    await goTo('/orphans');
    await button('Scan now').first().click();
    await page.getByRole('checkbox', { name: iri }).check();
    // The colors of a button that was disabled change within a quarter of a second.
    await expect.poll(() => barriers(page)).toEqual([]);
    await button('Delete 1').click();
    await inDialog('Delete 1').click();
    await said('1 item deleted.');
    expect((await site.app.get(iri, { as: 'admin' })).status).toBe(404);
  });

  test('show a token with selected scopes once, store only its hash, and revoke it', async () => {
    await goTo('/tokens');
    await button('Create token').click();
    await page.getByRole('textbox', { name: /^Name/ }).fill(HOSTILE);
    await page.getByLabel('Title: read', { exact: true }).check();
    await inDialog('Create token').click();
    const token = await page.getByRole('textbox', { name: 'Access token' }).inputValue();
    const { status } = await site.app.get('/component/titles', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    const kept = async (): Promise<string> =>
      page.url() +
      String(await page.evaluate('JSON.stringify([localStorage, sessionStorage]) + document.body.innerHTML'));
    await button('I have stored it').click();
    await said('read:Title');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await kept()).not.toContain(token);
    await button(/^Revoke/).click();
    await inDialog('Revoke').click();
    await said('No access tokens yet.');
  });

  test('show the error of an invalid webhook at its field, and create, change and delete a valid one', async () => {
    await goTo('/webhooks');
    await button('Create webhook').click();
    await page.getByLabel('URL').fill('http://localhost/hook');
    await page.getByLabel('Title: created').check();
    await inDialog('Create webhook').click();
    await said(/resolves to a private network/);
    await page.getByLabel('URL').fill('http://93.184.216.34/hook');
    await inDialog('Create webhook').click();
    expect(await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()).toMatch(/^whsec_/);
    await button('I have stored it').click();
    await button(/^Disable/).click();
    await said('Disabled');
    await button(/^Deliveries/).click();
    await said('No deliveries yet.');
    await inDialog('Close').click();
    await button(/^Delete/).click();
    await inDialog('Delete').click();
    await said('No webhooks yet.');
  });

  test('change the password of the current user if the current password is correct', async () => {
    await goTo('/account');
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('another long password');
    await button('Change password').click();
    await said(/have not entered your current password correctly/);
    await page.getByLabel('Current password').fill('a long password');
    await button('Change password').click();
    await said('Password changed.');
  });

  test('are accessible and fit a phone, in dark mode', async () => {
    const cookies = await page.context().storageState();
    const phone = await site.openTab({ ...PHONE, storageState: cookies });
    for (const screen of SCREENS) {
      await phone.goto(`${site.admin}/${screen}`);
      await phone.getByRole('heading', { level: 1 }).first().waitFor();
      await phone.waitForLoadState('networkidle');
      expect(await barriers(phone)).toEqual([]);
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    }
    await phone.context().close();
  });

  test('cause no errors in the browser', () => {
    expect(site.problems).toEqual([]);
  });
});
