import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishingManifest } from '../http/publishing/types.js';
import { testTypes } from '../support/test-types.js';
import { startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

describe.skipIf(!hasChromium)(browserTitle('state of content in the admin'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    const resources = [...publishingManifest.resources, ...testTypes.resources];
    site = await startAdminSite({ manifest: { ...publishingManifest, resources } });
    page = await site.signIn();
  });
  afterAll(() => site?.close());

  const goTo = (path: string): Promise<unknown> => page.goto(`${site.admin}/${path}`);
  const button = (name: string | RegExp, isWhole = true) =>
    page.getByRole('button', { name, exact: isWhole });
  const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
  const field = (label: string) => page.getByRole('textbox', { name: new RegExp(`^${label}( \\*)?$`) });
  const idHere = (): string => new URL(page.url()).pathname.split('/').pop() ?? '';
  const read = async (path: string) => (await site.app.get(path, { as: 'admin' })).body;
  const seen = async (path: string) => (await site.app.get(path)).body;

  test('judges while somebody types, and shows as text what can only be read', async () => {
    await goTo('Specimen/create');
    await field('Name').fill('x'.repeat(60));
    await field('Notes').focus();
    await expect.poll(() => field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Serial').count()).toBe(0);
    const { '@id': iri } = await site.app.create('/component/specimens', { name: 'Read' });
    await goTo(`Specimen/${iri.split('/').pop()}`);
    await page.getByRole('definition').filter({ hasText: 'none' }).first().waitFor();
  });

  test('publishes, schedules, discards and takes offline under whatever names a type has for that', async () => {
    await goTo('Note/create');
    await field('Text').fill('First');
    await button('Save').click();
    await button('Publish').click();
    await said('Published.');
    const path = `/component/notes/${idHere()}`;
    expect(await seen(path)).toMatchObject({ text: 'First', customPublishedAt: expect.any(String) });
    await field('Text').fill('Second');
    await button('Save').click();
    await said('Published, with a draft');
    await button('Compare with what is published').click();
    await page.locator('del').filter({ hasText: 'First' }).waitFor();
    await later();
    await button('Discard the draft').click();
    await said('The draft is gone');
    expect((await read(path)).text).toBe('First');
    await field('Text').fill('Third');
    await button('Save').click();
    await said('Published, with a draft');
    await later();
    await button('Take offline').click();
    await said('No longer public.');
    expect((await site.app.get(path)).status).toBe(404);
  });

  async function later(): Promise<void> {
    await button('Publish later').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish later' }).click();
    await said(/Published from/);
  }
});
