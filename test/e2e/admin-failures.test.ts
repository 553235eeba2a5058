import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdBack, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const HTML_OF_A_PROXY = {
  status: 502,
  contentType: 'text/html',
  body: '<html><body><h1>Bad Gateway</h1></body></html>',
};

describe.skipIf(!hasChromium)(browserTitle('the admin with bad luck'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    site = await startAdminSite({ config: { mercure: false } });
    page = await site.signIn();
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(() => site?.close());

  const title = () => page.getByRole('textbox', { name: /^Title/ });
  const said = (words: RegExp) => page.getByText(words).first().waitFor();
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const titled = async (text: string): Promise<number> => {
    const { body } = await site.app.get('/component/titles?pagination=false', { as: 'admin' });
    return (body['member'] as { title: string }[]).filter((one) => one.title === text).length;
  };
  const stored = async (iri: string) => (await site.app.get(iri, { as: 'admin' })).body;
  const idOf = (iri: string): string => iri.split('/').pop() ?? '';
  /** Creates a record and opens its form. */
  const open = async (values: JsonObject): Promise<string> => {
    const { '@id': iri } = await site.app.create('/component/titles', values);
    await page.goto(`${site.admin}/Title/${idOf(iri)}`);
    await title().waitFor();
    return iri;
  };

  test('creates one record for a double click on a slow connection', async () => {
    await page.goto(`${site.admin}/Title/create`);
    await title().fill('Clicked twice');
    const slow = await holdBack(page, 'POST', '/component/titles');
    await button('Save').dblclick();
    await title().press('Enter');
    await slow.letGo();
    await page.getByRole('heading', { level: 1, name: 'Title: Clicked twice' }).waitFor();
    expect(await titled('Clicked twice')).toBe(1);
  });

  test('creates one record if the response to a creation is lost', async () => {
    await page.goto(`${site.admin}/Title/create`);
    await title().fill('Lost answer');
    let lost = 0;
    await page.route('**/component/titles', async (route) => {
      if (route.request().method() !== 'POST' || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort('connectionreset');
    });
    await button('Save').click();
    await page.getByRole('heading', { level: 1, name: 'Title: Lost answer' }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    expect([lost, await titled('Lost answer')]).toEqual([1, 1]);
  });

  test('explains the error page of a proxy, keeps the changes and saves them on request', async () => {
    const iri = await open({ title: 'One' });
    await title().fill('Two');
    await page.route('**/component/titles/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(HTML_OF_A_PROXY) : route.continue(),
    );
    await button('Save').click();
    await said(/The service is not available at the moment.*your changes are still here/);
    expect(await page.getByText('Bad Gateway').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    await button('Try again').click();
    await expect.poll(async () => (await stored(iri))['title']).toBe('Two');
    await button('Try again').waitFor({ state: 'detached' });
  });

  test('shows that the browser is offline, and saves when it is online again', async () => {
    const iri = await open({ title: 'One' });
    await title().fill('Typed on a train');
    await page.context().setOffline(true);
    await said(/You are offline. You can go on typing/);
    await button('Save').click();
    await said(/You are offline. Nothing is lost/);
    await page.context().setOffline(false);
    await page.getByText(/You can go on typing/).waitFor({ state: 'detached' });
    await button('Try again').click();
    await expect.poll(async () => (await stored(iri))['title']).toBe('Typed on a train');
  });

  test('saves values and file together: after an aborted upload the record is as before', async () => {
    const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { '@id': iri } = await site.app.create('/component/images', { uiComponent: 'Before' });
    const before = await stored(iri);
    await page.goto(`${site.admin}/Image/${idOf(iri)}`);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'red.png', mimeType: 'image/png', buffer: file });
    await page.getByRole('textbox', { name: /component/i }).fill('After');
    await page.route('**/upload', (route) => route.abort('connectionreset'));
    await button('Save').click();
    await said(/not reachable.*your changes are still here/);
    expect(await stored(iri)).toEqual(before);
    await page.unrouteAll({ behavior: 'wait' });
    await button('Try again').click();
    await expect.poll(async () => (await stored(iri))['uiComponent']).toBe('After');
    expect(await stored(iri)).toHaveProperty('_metadata.mediaObjects.file.0.mimeType', 'image/png');
    expect(await page.getByText(/has changed this/).count()).toBe(0);
  });

  test('does not report the own save of a published record as a change by someone else', async () => {
    const { '@id': iri } = await site.app.create('/component/titles', {
      title: 'Public',
      publishedAt: '2020-01-01T00:00:00+00:00',
    });
    await page.goto(`${site.admin}/Title/${idOf(iri)}`);
    for (const text of ['First edit', 'Second edit']) {
      await title().fill(text);
      await button('Save').click();
      await said(/^Saved$/);
      await page.evaluate('dispatchEvent(new Event("focus"))');
      await page.waitForTimeout(1500);
      expect(await page.getByText(/has changed this/).count()).toBe(0);
    }
  });

  test('merges changes of different members that two users made', async () => {
    const iri = await open({ title: 'One', uiComponent: 'Plain' });
    await title().fill('Mine');
    await site.app.patch(iri, { uiComponent: 'Theirs' }, { as: 'admin' });
    await button('Save').click();
    await expect.poll(() => stored(iri)).toMatchObject({ title: 'Mine', uiComponent: 'Theirs' });
    expect(await page.getByText(/has changed this/).count()).toBe(0);
  });

  test('causes no errors of scripts or of the policy', () => {
    expect(site.problems.filter((text) => !/Failed to load resource/.test(text))).toEqual([]);
  });
});
