import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/kernel/contract/json.js';
import { anInstalledProject, type RunningSite, startSite } from '../console/running-site.js';
import { enter } from './admin-site.js';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';

describe.skipIf(!hasChromium)(browserTitle('an open admin during `cms dev`'), () => {
  let project: string;
  let site: RunningSite;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const writeSchema = (name: string, schema: object): Promise<void> =>
    writeFile(join(project, `schemas/${name}.json`), JSON.stringify(schema));
  const title = () => page.getByRole('textbox', { name: /^Title/ });

  beforeAll(async () => {
    project = await anInstalledProject('filled', await mkdtemp(join(tmpdir(), 'cms-live-')));
    site = await startSite('dev', { cwd: project });
    browser = await launchChromium();
    page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    page.setDefaultTimeout(SLOW);
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(`${site.url}/admin/Title/create`);
    await enter(page, { username: 'admin', password: 'admin' });
    await title().fill('Typed before');
    await page.evaluate('window.isSame = true');
  }, SLOW * 2);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await rm(project, { recursive: true, force: true });
  });

  test('has a type in its menu when its schema file is served', async () => {
    const properties = { text: { type: 'string' } };
    await writeSchema('Motto', { title: 'Motto', type: 'object', 'x-resource': 'component', properties });
    await page.getByRole('link', { name: 'Motto', exact: true }).waitFor();
  });

  test('has a new member in an open form, which keeps its unsaved changes', async () => {
    const schema = JSON.parse(await readFile(join(project, 'schemas/Title.json'), 'utf8')) as JsonObject;
    const properties = { ...(schema['properties'] as JsonObject), kicker: { type: ['string', 'null'] } };
    await writeSchema('Title', { ...schema, properties });
    await page.getByRole('textbox', { name: /^Kicker/ }).fill('Also new');
    expect(await title().inputValue()).toBe('Typed before');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Title: Typed before' }).waitFor();
    expect(await page.getByRole('textbox', { name: /^Kicker/ }).inputValue()).toBe('Also new');
  });

  test('reports that the type of the open screen was removed', async () => {
    await page.getByRole('link', { name: 'Motto', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Motto' }).waitFor();
    await rm(join(project, 'schemas/Motto.json'));
    await page.getByText(/wrong URL/).waitFor();
    expect(await page.getByRole('link', { name: 'Motto', exact: true }).count()).toBe(0);
  });

  test('is not reloaded, and runs without script errors', async () => {
    expect(await page.evaluate('window.isSame')).toBe(true);
    expect(problems).toEqual([]);
  });
});
