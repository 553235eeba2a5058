import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  barriers,
  COLLEAGUE,
  EDITOR,
  enter,
  holdBack,
  startAdminSite,
  type AdminSite,
} from './admin-site.js';
import { browserTitle, hasChromium } from './chromium.js';

/** It would run if it was parsed as HTML. */
const HOSTILE = '<img src=x onerror="document.title=\'taken\'">';

describe.skipIf(!hasChromium)(browserTitle('unsaved changes in the admin'), () => {
  let site: AdminSite;
  let page: Page;
  const requested: string[] = [];
  beforeAll(async () => {
    site = await startAdminSite();
    page = await site.signIn();
    page.on('dialog', (dialog) => {
      requested.push(dialog.type());
      void dialog.accept();
    });
  });
  afterAll(() => site?.close());

  const title = () => page.getByRole('textbox', { name: /^Title/ });
  const said = (words: RegExp) => page.getByText(words).first().waitFor();
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const aTitle = async (): Promise<string> => {
    const { '@id': iri } = await site.app.create('/component/titles', { title: 'One' });
    await page.goto(`${site.admin}/Title/${iri.split('/').pop()}`);
    await title().waitFor();
    return iri;
  };
  const stored = async (iri: string) => (await site.app.get(iri, { as: 'admin' })).body['title'];
  const kept = () => page.evaluate<string>('JSON.stringify(sessionStorage)');

  test('are restored after a reload, which the browser confirms first, and can be discarded', async () => {
    await page.goto(`${site.admin}/Title/create`);
    await title().fill(HOSTILE);
    await page.reload();
    expect(requested.splice(0)).toEqual(['beforeunload']);
    await said(/Unsaved changes restored/);
    expect(await title().inputValue()).toBe(HOSTILE);
    expect(await page.title()).not.toBe('taken');
    await press('Discard');
    expect(await title().inputValue()).toBe('');
    await expect.poll(kept).toBe('{}');
  });

  test('are restored after the session has ended and the same user signs in', async () => {
    const iri = await aTitle();
    await title().fill('Typed by Maria');
    await page.context().clearCookies();
    await press('Save');
    await enter(page);
    await said(/Unsaved changes restored/);
    expect(await title().inputValue()).toBe('Typed by Maria');
    await press('Save');
    await expect.poll(() => stored(iri)).toBe('Typed by Maria');
    await expect.poll(kept).toBe('{}');
  });

  test('are private: another user who signs in, also after a sign-out, does not see them', async () => {
    const iri = await aTitle();
    await title().fill('Of Maria');
    await expect.poll(kept).toContain('Of Maria');
    await page.context().clearCookies();
    await press('Save');
    await enter(page, COLLEAGUE);
    await title().waitFor();
    expect(await title().inputValue()).toBe(await stored(iri));
    expect(await kept()).toBe('{}');
    await title().fill('Of Tom');
    await expect.poll(kept).toContain('Of Tom');
    await press(/Signed in as/);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel(/Username/).waitFor();
    expect(await kept()).toBe('{}');
    await enter(page, EDITOR);
  });

  test('block navigation to another screen, and are discarded if the user leaves anyway', async () => {
    await aTitle();
    await title().fill('Never saved');
    requested.splice(0);
    await page.getByRole('link', { name: 'Layout', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Layout' }).waitFor();
    expect(requested).toEqual(['confirm']);
    expect(await kept()).toBe('{}');
  });

  test('contain no password', async () => {
    await page.goto(`${site.admin}/User/create`);
    await page.getByRole('textbox', { name: /^Username/ }).fill('eve');
    await page.locator('input[type=password]').first().fill('a secret of hers');
    await expect.poll(kept).toContain('eve');
    expect(await kept()).not.toContain('a secret of hers');
  });

  test('are shown beside a concurrent change, and can be applied on top of it', async () => {
    const iri = await aTitle();
    await title().fill('Mine');
    await site.app.patch(iri, { title: HOSTILE }, { as: 'admin' });
    await press('Save');
    await said(/has changed this since you opened it/);
    await page.locator('del', { hasText: 'img' }).first().waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await page.title()).not.toBe('taken');
    await press(/^Keep my changes/);
    expect(await title().inputValue()).toBe('Mine');
    await press('Save');
    await expect.poll(() => stored(iri)).toBe('Mine');
  });

  test('are kept when the record is read again: opened from a list, and directly after its creation', async () => {
    const { '@id': iri } = await site.app.create('/component/titles', { title: 'Listed' });
    const id = String(iri.split('/').pop());
    await page.goto(`${site.admin}/Title`);
    await page.getByText('Listed', { exact: true }).waitFor();
    const reading = await holdBack(page, 'GET', id);
    await page.getByText('Listed', { exact: true }).click();
    await title().fill('Typed before it was read');
    await reading.letGo();
    expect(await title().inputValue()).toBe('Typed before it was read');
    await press('Save');
    await expect.poll(() => stored(iri)).toBe('Typed before it was read');
    await page.goto(`${site.admin}/Title/create`);
    await title().fill('Made');
    const second = await holdBack(page, 'GET', 'component/titles/');
    await press('Save');
    await page.getByRole('button', { name: 'Delete' }).waitFor();
    await title().fill('Typed after it was made');
    await second.letGo();
    expect(await title().inputValue()).toBe('Typed after it was made');
    await press('Save');
    const made = new URL(page.url()).pathname.split('/').pop();
    await expect.poll(() => stored(`/component/titles/${made}`)).toBe('Typed after it was made');
  });

  test('that were typed during a save are kept, and saved by the next one', async () => {
    const iri = await aTitle();
    await title().fill('First');
    const saving = await holdBack(page, 'PATCH', String(iri.split('/').pop()));
    await press('Save');
    await title().fill('First and second');
    await saving.letGo();
    await expect.poll(() => stored(iri)).toBe('First');
    await said(/^Saved$/);
    expect(await title().inputValue()).toBe('First and second');
    await press('Save');
    await expect.poll(() => stored(iri)).toBe('First and second');
    await expect.poll(kept).not.toContain('First');
  });

  test('are set aside when the stored version is loaded, and can be restored', async () => {
    const iri = await aTitle();
    await title().fill('Mine');
    await site.app.patch(iri, { title: 'Theirs' }, { as: 'admin' });
    await press('Save');
    await press(/^Load their version/);
    await expect.poll(() => title().inputValue()).toBe('Theirs');
    await press('Restore my changes');
    await expect.poll(() => title().inputValue()).toBe('Mine');
    await press('Save');
    await expect.poll(() => stored(iri)).toBe('Mine');
  });

  test('are warned about a concurrent change when the user returns to the window, before a save', async () => {
    const iri = await aTitle();
    await site.app.patch(iri, { title: 'Theirs' }, { as: 'admin' });
    await page.evaluate('dispatchEvent(new Event("focus"))');
    await said(/has changed this since you opened it/);
    await press('Load current version');
    await expect.poll(() => title().inputValue()).toBe('Theirs');
  });

  test('cause no errors of scripts, of the policy, or of loading', () => {
    expect(site.problems).toEqual([]);
  });
});
