import { readFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { defineFeature, type Service } from 'cms-api-components';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sampleManifest } from '../../generated/manifest.js';
import type { ResourceDescriptor } from '../../runtime/kernel/contract/schema/resource.js';
import { text } from '../http/publishing/types.js';
import { createBuilders } from '../support/builders.js';
import { barriers, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const HOSTILE = '<img src=x onerror="document.title=\'taken\'">';
const FORMULA = '=HYPERLINK("http://evil.example")';
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const SCREENS = ['forms', 'forms/Message', 'files', 'files?unused', 'parameters'];

const message: ResourceDescriptor = {
  name: 'Message',
  kind: 'record',
  path: '/record/messages',
  table: 'messages',
  fields: [text('name'), text('mail'), text('words')],
  security: {
    collection: "is_granted('ROLE_ADMIN')",
    create: "is_granted('ROLE_ADMIN')",
    read: "is_granted('ROLE_ADMIN')",
    delete: "is_granted('ROLE_ADMIN')",
  },
  searchFields: ['name'],
};
const contact = {
  name: 'ContactType',
  persist: 'Message',
  fields: [
    { name: 'name', label: `Your name ${HOSTILE}` },
    { name: 'mail', type: 'email', label: 'Your address' },
    { name: 'words', type: 'textarea', label: 'Your message' },
  ],
};

/** Refuses messages until it is enabled. */
let isOpen = false;
let service: Service;
const post = defineFeature({
  name: 'post',
  channels(running) {
    service = running;
    const deliver = () =>
      Promise.resolve(isOpen ? ({ kind: 'sent' } as const) : ({ kind: 'dead', reason: HOSTILE } as const));
    return [{ name: 'post', batchSize: 10, timeoutMs: 1000, deliver }];
  },
});

describe.skipIf(!hasChromium)(browserTitle('forms, files and settings in the admin'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    site = await startAdminSite({
      manifest: { ...sampleManifest, resources: [...sampleManifest.resources, message] },
      extensions: { forms: [{ definition: contact }] },
      features: [post],
    });
    page = await site.signIn();
  });
  afterAll(() => site?.close());

  const goTo = (path: string): Promise<unknown> => page.goto(`${site.admin}/${path}`);
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const inDialog = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name });
  const said = (words: string | RegExp) => page.getByText(words).first().waitFor();
  async function send(values: Readonly<Record<string, string>>): Promise<void> {
    const form = await site.app.create('/component/forms', { formType: 'ContactType' });
    const { status } = await site.app.post(`${form['@id']}/submit`, { contact: values });
    if (status !== 201) throw new Error(`sending: ${status}`);
  }

  test('messages of a form are counted, listed, found and displayed as visitors submitted them', async () => {
    await send({ name: HOSTILE, mail: 'ann@example.com', words: `${FORMULA}\nsecond line` });
    await send({ name: 'Bert', mail: 'bert@example.com', words: 'Hello' });
    await goTo('forms');
    await said('2 submissions');
    await page.getByRole('link', { name: 'Contact', exact: true }).click();
    await said('Your address');
    await page.getByPlaceholder('Search').fill('Bert');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByPlaceholder('Search').fill('');
    await page.getByRole('row').filter({ hasText: 'ann@example.com' }).click();
    await said(HOSTILE);
    await said(`Your name ${HOSTILE}`);
    expect(await page.getByRole('definition').filter({ hasText: 'second line' }).textContent()).toBe(
      `${FORMULA}\nsecond line`,
    );
    const reply = page.getByRole('link', { name: 'Reply by mail' });
    expect(await reply.getAttribute('href')).toBe('mailto:ann@example.com');
    expect(await barriers(page)).toEqual([]);
    expect(await page.title()).not.toContain('taken');
  });

  test('messages are saved as CSV, and deleted', async () => {
    await goTo('forms/Message');
    const [download] = await Promise.all([page.waitForEvent('download'), button('Export as CSV').click()]);
    expect(await readFile(await download.path(), 'utf8')).toContain(`"'${FORMULA.replaceAll('"', '""')}`);
    await page.getByRole('row').filter({ hasText: 'Bert' }).click();
    await button('Delete').click();
    await inDialog('Delete').click();
    await said('Deleted.');
    const count = async () => (await site.app.get('/record/messages', { as: 'admin' })).body.totalItems;
    await expect.poll(count).toBe(1);
  });

  test('users who cannot list the messages do not see their screen', async () => {
    const { body } = await site.app.get('/admin/model', { as: 'user' });
    expect(body.types.map(({ name }: { name: string }) => name)).not.toContain('Message');
  });

  test('files list their usages, and unused ones are deleted', async () => {
    const builders = createBuilders(site.app);
    const file = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const body = { file: `data:image/png;base64,${file.toString('base64')}`, publishedAt: 'now' };
    const [used, unused] = [
      (await site.app.create('/component/images', body))['@id'],
      (await site.app.create('/component/images', body))['@id'],
    ];
    const home = await builders.aPage({ title: `Home ${HOSTILE}` });
    const group = await builders.aGroup({ pages: [home['@id']] });
    await builders.aPosition(group, { component: used });
    await goTo('files');
    await button('Used in 1 place').click();
    await page.getByRole('dialog').getByRole('link', { name: /^Home/ }).waitFor();
    await inDialog('Close').click();
    await page.getByRole('tab', { name: 'Unused' }).click();
    await button('Scan now').click();
    await page.getByRole('checkbox', { name: /^Select/ }).check();
    await expect.poll(() => barriers(page)).toEqual([]);
    await button('Delete 1').click();
    await inDialog('Delete 1').click();
    await said('1 item deleted.');
    const statusOf = async (iri: string) => (await site.app.get(iri, { as: 'admin' })).status;
    expect([await statusOf(used), await statusOf(unused)]).toEqual([200, 404]);
  });

  test('settings of the site are created, edited in place, and deleted', async () => {
    const stored = async () =>
      (await site.app.get('/_/site_config_parameters')).body.member.map(
        ({ key, value }: { key: string; value: unknown }) => [key, value],
      );
    await goTo('parameters');
    // One menu entry for both of them.
    expect(await page.getByRole('link', { name: 'Site config parameter' }).count()).toBe(0);
    await button('Add setting').click();
    await page.getByRole('dialog').getByLabel('Key').fill('colours');
    await page
      .getByRole('dialog')
      .getByLabel(/^Value/)
      .fill(HOSTILE);
    await inDialog('Add setting').click();
    await page.getByRole('heading', { name: 'colours' }).waitFor();
    expect(await stored()).toEqual([['colours', HOSTILE]]);
    const setting = page.getByRole('group', { name: 'colours' });
    await setting.getByRole('combobox').click();
    await page.getByRole('option', { name: 'List' }).click();
    await said(/Invalid JSON/);
    await setting.getByLabel('Value').fill('["red", "blue"]');
    await button('Save: colours').click();
    await expect.poll(stored).toEqual([['colours', ['red', 'blue']]]);
    await button('Delete: colours').click();
    await inDialog('Delete').click();
    await said('No settings yet.');
    expect(await stored()).toEqual([]);
  });

  test('a change in the history of the site lists its records', async () => {
    const { '@id': iri } = await site.app.create('/component/titles', { title: HOSTILE });
    await goTo('history?kind=change&type=Title');
    await button(/^Show/).first().click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: new RegExp(iri.split('/').pop() ?? '') })
      .waitFor();
    await inDialog('Close').click();
  });

  test('failed messages are sent again', async () => {
    await service.database.transaction((session) =>
      service.outbox.append(session, [{ id: randomUUID(), channel: 'post', key: HOSTILE, body: {} }]),
    );
    service.outbox.wake();
    const dead = async () =>
      (await site.app.get('/_/outbox', { as: 'admin' })).body.deadLetters.length as number;
    await expect.poll(dead).toBe(1);
    await goTo('service');
    await page.getByText(HOSTILE).first().waitFor();
    isOpen = true;
    await button(/^Retry$/).click();
    await said('Messages queued again.');
    await expect.poll(dead).toBe(0);
    expect(await page.title()).not.toContain('taken');
  });

  test('the secret of a webhook is replaced by one that is displayed once', async () => {
    const made = await site.app.create(
      '/_/webhooks',
      { address: 'http://93.184.216.34/hook', events: ['Title.created'], description: HOSTILE },
      'superAdmin',
    );
    await goTo('webhooks');
    await said(HOSTILE);
    await button(/^Rotate secret/).click();
    await inDialog('Rotate secret').click();
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe((made as unknown as { secret: string }).secret);
    await button('I have stored it').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);
  });

  test('each screen is accessible and fits a phone, in dark mode', async () => {
    const phone = await site.openTab({ ...PHONE, storageState: await page.context().storageState() });
    for (const screen of SCREENS) {
      await phone.goto(`${site.admin}/${screen}`);
      await phone.getByRole('heading', { level: 1 }).first().waitFor();
      await phone.waitForLoadState('networkidle');
      expect(await barriers(phone)).toEqual([]);
      expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    }
    await phone.context().close();
  });

  test('the browser reported no errors', () => {
    expect(site.problems).toEqual([]);
  });
});
