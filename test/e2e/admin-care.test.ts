import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barriers, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

/** Texts that would run if they were read as HTML, or as a formula. */
const HOSTILE = '<img src=x onerror="document.title=\'taken\'">';
const FORMULA = '=HYPERLINK("http://evil.example";"x")';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const SCREENS = ['history', 'orphans', 'previews', 'webhooks', 'tokens', 'service', 'account'];

describe.skipIf(!hasChromium)(browserTitle('looking after a site in the admin'), () => {
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

  test('a former state of a record is compared, as text, and restored', async () => {
    const iri = await aTitle(`First ${HOSTILE}`);
    await site.app.patch(iri, { title: `Second ${HOSTILE}` }, { as: 'admin' });
    await goTo(`/Title/${iri.split('/').pop() ?? ''}`);
    await button('History').click();
    await page
      .getByRole('region', { name: 'History' })
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
    await said('The record is as it was.');
    await expect.poll(() => titleOf(iri)).toBe(`First ${HOSTILE}`);
    expect(await page.title()).not.toContain('taken');
  });

  test('a deleted record comes back when its deletion is undone', async () => {
    const iri = await aTitle('Deleted by mistake');
    await site.app.delete(iri, { as: 'admin' });
    await goTo('/history?kind=change&type=Title');
    await button(/^Undo/).first().click();
    await inDialog('Undo').click();
    await said(/It is undone/);
    await page
      .getByRole('link', { name: /^Title/ })
      .first()
      .waitFor();
    expect(await titleOf(iri)).toBe('Deleted by mistake');
  });

  test('what was changed since is named, and nothing is undone', async () => {
    const iri = await aTitle('Once');
    await site.app.patch(iri, { title: 'Twice' }, { as: 'admin' });
    await goTo('/history?kind=change&type=Title');
    await button(/^Undo/).nth(1).click();
    await inDialog('Undo').click();
    await said(/Nothing was undone/);
    expect(await titleOf(iri)).toBe('Twice');
  });

  test('a list is saved as CSV, in which no text begins as a formula', async () => {
    await site.app.create('/_/site_config_parameters', { key: 'first', value: FORMULA }, 'superAdmin');
    await goTo('/SiteConfigParameter');
    await said('first');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export as CSV').click()]);
    expect(download.suggestedFilename()).toBe('SiteConfigParameter.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toContain(`"'${FORMULA.replaceAll('"', '""')}"`);
    expect(text).not.toMatch(/[,\n]"?=/);
  });

  test('what leads nowhere is looked for, chosen and deleted', async () => {
    const iri = await aTitle(HOSTILE);
    await goTo('/orphans');
    await button('Look now').first().click();
    await page.getByRole('checkbox', { name: iri }).check();
    // The colours of a button that was disabled change in a quarter of a second.
    await expect.poll(() => barriers(page)).toEqual([]);
    await button('Delete 1').click();
    await inDialog('Delete 1').click();
    await said('1 deleted.');
    expect((await site.app.get(iri, { as: 'admin' })).status).toBe(404);
  });

  test('a token of chosen scopes is shown once, kept nowhere, and revoked', async () => {
    await goTo('/tokens');
    await button('New token').click();
    await page.getByLabel('What it is for').fill(HOSTILE);
    await page.getByLabel('Title: read', { exact: true }).check();
    await inDialog('New token').click();
    const token = await page.getByRole('textbox', { name: 'Access token' }).inputValue();
    const { status } = await site.app.get('/component/titles', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(status).toBe(200);
    const kept = async (): Promise<string> =>
      page.url() +
      String(await page.evaluate('JSON.stringify([localStorage, sessionStorage]) + document.body.innerHTML'));
    await button('I have kept it').click();
    await said('read:Title');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await kept()).not.toContain(token);
    await button(/^Revoke/).click();
    await inDialog('Revoke').click();
    await said('There are no tokens.');
  });

  test('a webhook that may not be is refused at its field; one that may be is made, changed and deleted', async () => {
    await goTo('/webhooks');
    await button('New webhook').click();
    await page.getByLabel('Address').fill('http://localhost/hook');
    await page.getByLabel('Title: created').check();
    await inDialog('New webhook').click();
    await said(/resolves to a private network/);
    await page.getByLabel('Address').fill('http://93.184.216.34/hook');
    await inDialog('New webhook').click();
    expect(await page.getByRole('textbox', { name: 'Secret of the webhook' }).inputValue()).toMatch(
      /^whsec_/,
    );
    await button('I have kept it').click();
    await button(/^Disable/).click();
    await said('Disabled');
    await button(/^Deliveries/).click();
    await said('Nothing was sent yet.');
    await inDialog('Close').click();
    await button(/^Delete/).click();
    await inDialog('Delete').click();
    await said('Nobody is told of changes.');
  });

  test('the own password is changed where the present one is known', async () => {
    await goTo('/account');
    await page.getByLabel('Present password').fill('wrong');
    await page.getByLabel('New password').fill('another long password');
    await button('Change the password').click();
    await said(/have not entered your current password correctly/);
    await page.getByLabel('Present password').fill('a long password');
    await button('Change the password').click();
    await said('Your password is changed.');
  });

  test('each screen is without barriers and as wide as a phone, in the dark', async () => {
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

  test('nothing of it made the browser complain', () => {
    expect(site.problems).toEqual([]);
  });
});
