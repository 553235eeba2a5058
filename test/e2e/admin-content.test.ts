import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDescriptor } from '../../runtime/kernel/contract/schema/resource.js';
import { plainType, uploadField } from '../http/uploads/upload-manifest.js';
import { publishingManifest } from '../http/publishing/types.js';
import { testTypes } from '../support/test-types.js';
import { barriers, startAdminSite, type AdminSite } from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" onload="document.title='taken'"><script>document.title='taken'</script><rect width="9" height="9"/></svg>`;
const HOSTILE_NAME = '"><img src=x onerror=alert(1)>.svg';
const HTML = Buffer.from('<script>document.title="taken"</script>');

const plain = plainType('Paper', '/component/papers', [
  uploadField({
    ...{ name: 'document', column: 'document_path', adapter: 'public' },
    constraints: [{ File: { maxSize: '20k' } }],
  }),
]);
const paper: ResourceDescriptor = { ...plain, operations: [...(plain.operations ?? []), 'download'] };

describe.skipIf(!hasChromium)(browserTitle('content in the admin'), () => {
  let site: AdminSite;
  let page: Page;
  beforeAll(async () => {
    const resources = [...publishingManifest.resources, ...testTypes.resources, paper];
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

  test('creates and edits a record with a member of each kind, and the API returns the values', async () => {
    for (const label of ['First', 'Second']) await site.app.create('/component/widgets', { label });
    await goTo('Specimen/create');
    await field('Name').fill('Every kind');
    await field('Notes').fill('one\ntwo');
    await page.getByLabel('Amount').fill('7');
    await page.getByLabel('Ratio', { exact: true }).fill('1.5');
    await field('Price').fill('12.50');
    await page.getByLabel('Day').fill('2027-03-04');
    await page.getByLabel('Opens at').fill('08:30');
    await page.getByLabel('Starts at').fill('2027-03-04T10:00');
    await page.getByRole('combobox', { name: /^Level/ }).click();
    await page.getByRole('option', { name: 'high' }).click();
    await field('Settings').fill('{"deep": [1');
    await said(/JSON/);
    await field('Settings').fill('{"deep": [1]}');
    await field('Tags').fill('["red", "blue"]');
    await choose('Friend', 'First');
    await choose('Widgets: Add', 'First');
    await choose('Widgets: Add', 'Second');
    await page
      .getByRole('list', { name: 'Widgets' })
      .getByRole('button', { name: /Second up/ })
      .click();
    expect(await barriers(page)).toEqual([]);
    await button('Save').click();
    // The form of the new record is shown, and no longer the creation form.
    await button('Delete').waitFor();
    const path = `/component/specimens/${idHere()}`;
    const [first, second] = (await read('/component/widgets')).member
      .toSorted((one: { label: string }, other: { label: string }) => (one.label < other.label ? -1 : 1))
      .map((widget: { '@id': string }) => widget['@id']);
    expect(await seen(path)).toMatchObject({
      ...{ name: 'Every kind', notes: 'one\ntwo', amount: 7, ratio: 1.5, price: '12.50', level: 'high' },
      ...{ settings: { deep: [1] }, tags: ['red', 'blue'], friend: first, widgets: [second, first] },
      startsAt: expect.stringMatching(/^2027-03-0/),
    });
    expect((await seen(path)).day).toContain('2027-03-04');
    expect((await seen(path)).opensAt).toContain('08:30');
    await field('Name').fill('Edited');
    await button('Save').click();
    await expect.poll(async () => (await seen(path)).name).toBe('Edited');
  });

  async function choose(label: string, name: string): Promise<void> {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name }).click();
  }

  test('is validated during typing, and read-only members are shown as text', async () => {
    await goTo('Specimen/create');
    await field('Name').fill('x'.repeat(60));
    await field('Notes').focus();
    await expect.poll(() => field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Serial').count()).toBe(0);
    const { '@id': iri } = await site.app.create('/component/specimens', { name: 'Read' });
    await goTo(`Specimen/${iri.split('/').pop()}`);
    await page.getByRole('definition').filter({ hasText: 'none' }).first().waitFor();
  });

  test('is published, scheduled, discarded and unpublished with the field names of any type', async () => {
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
    await button('Compare with published version').click();
    await page.locator('del').filter({ hasText: 'First' }).waitFor();
    await later();
    await button('Discard draft').click();
    await said('Draft discarded.');
    expect((await read(path)).text).toBe('First');
    await field('Text').fill('Third');
    await button('Save').click();
    await said('Published, with a draft');
    await later();
    await button('Unpublish').click();
    await said('Unpublished.');
    expect((await site.app.get(path)).status).toBe(404);
    await goTo('Note');
    await page.getByRole('columnheader', { name: 'Touched' }).waitFor();
  });

  async function later(): Promise<void> {
    await button('Schedule publishing').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule publishing' }).click();
    await said(/Scheduled for/);
  }

  test('reports a file that is too large, and runs nothing of hostile files, in the form or opened directly', async () => {
    await goTo('Paper/create');
    const chooser = page.getByLabel(/^Document: /);
    await chooser.setInputFiles({ name: 'big.svg', mimeType: 'image/svg+xml', buffer: Buffer.alloc(30_000) });
    await said(/too large/);
    await chooser.setInputFiles({ name: HOSTILE_NAME, mimeType: 'image/svg+xml', buffer: Buffer.from(SVG) });
    await said(HOSTILE_NAME);
    await saveAndOpen('image/svg+xml');
    await goTo('Paper/create');
    await chooser.setInputFiles({ name: 'page.html', mimeType: 'text/html', buffer: HTML });
    await saveAndOpen('text/html');
  });

  /** Saves the record, and opens the URL of its file in the browser. */
  async function saveAndOpen(type: string): Promise<void> {
    await button('Save').click();
    await expect.poll(idHere).not.toBe('create');
    expect(await page.title()).not.toBe('taken');
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    const [file] = (await read(`/component/papers/${idHere()}`))._metadata.mediaObjects.document;
    const tab = await page.context().newPage();
    // The browser may download it.
    await tab.goto(file.contentUrl).catch(() => undefined);
    expect(await tab.title()).not.toBe('taken');
    const headers = (await tab.request.get(file.contentUrl)).headers();
    expect(headers['content-type']).toContain(type);
    expect(headers['content-security-policy']).toContain('sandbox');
    await tab.close();
  }
});
