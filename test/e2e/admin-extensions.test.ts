import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anInstalledProject, type RunningSite, startSite } from '../console/running-site.js';
import { enter } from './admin-site.js';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';

const PARTS = `import {
  defineAdmin, Link, ListPage, Title, useMember, useSession,
  type ColumnProps, type InputProps, type PageProps,
} from 'cms-api-components-admin';
import { TextField } from '@mui/material';
import Button from '@mui/material/Button';
import { useState } from 'react';
import './style.css';

function Quiet({ member, isLocked }: InputProps) {
  const { id, label, value, error, change, left } = useMember(member);
  return (
    <TextField id={id} label={label + ' (quiet)'} value={value ?? ''} error={error !== undefined} disabled={isLocked}
      helperText={error} onChange={({ target }) => change(target.value.toLowerCase())} onBlur={left} />
  );
}
function Hall() {
  const [count, setCount] = useState(0);
  return (
    <>
      <Title title="Hall of fame" />
      <p className="hall">Seen by {useSession().model.me.username}</p>
      <Button onClick={() => setCount(count + 1)}>Counted {count}</Button>
      <Link to="/Title">Every title</Link>
    </>
  );
}
const Broken = (): never => { throw new Error('no such <b>thing</b>'); };
const Stars = ({ record, member }: ColumnProps) => <em>{'* ' + String(record[member.name])}</em>;
const Pictures = ({ type }: PageProps) => <><p>Every {type.name} that there is</p><ListPage /></>;

export default defineAdmin({
  inputs: { 'Title.title': Quiet, html: Broken },
  columns: { 'Title.title': Stars },
  lists: { Image: Pictures },
  screens: [{ path: 'hall', label: 'own.hall', Page: Hall }],
  panels: [{ name: 'about', label: 'About', isFor: ({ name }) => name === 'Title', Content: ({ record }) => <p>{'This is ' + record.id}</p> }],
  words: { en: { hall: 'Hall of fame' }, de: { hall: 'Ruhmeshalle' } },
});
`;

describe.skipIf(!hasChromium)(browserTitle('admin extensions of a project'), () => {
  let project: string;
  let site: RunningSite;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];
  const write = (path: string, text: string): Promise<void> => writeFile(join(project, path), text);
  const ownParts = (): Promise<string> => readFile(join(project, 'dist/admin/own.json'), 'utf8');

  beforeAll(async () => {
    project = await anInstalledProject('filled', await mkdtemp(join(tmpdir(), 'cms-own-')));
    await mkdir(join(project, 'admin'));
    await write('admin/index.tsx', PARTS);
    await write('admin/style.css', '.hall { color: rgb(1, 2, 3) }');
    site = await startSite('dev', { cwd: project });
    browser = await launchChromium();
    page = await (await browser.newContext({ locale: 'en-US' })).newPage();
    page.setDefaultTimeout(SLOW);
    page.on('pageerror', (error) => void problems.push(error.message));
    await page.goto(`${site.url}/admin`);
    await enter(page, { username: 'admin', password: 'admin' });
  }, SLOW * 2);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await rm(project, { recursive: true, force: true });
  });

  test('are served at the admin URL that `cms dev` prints', async () => {
    const [, address = ''] = /^Admin {10}(http:\S+)$/m.exec(site.output()) ?? [];
    expect(new URL(address).pathname).toBe('/api/admin');
    expect((await fetch(address)).status).toBe(200);
  });

  test('add pages to the menu, with the session, the design and the React of the admin', async () => {
    await page.getByRole('link', { name: 'Hall of fame' }).click();
    await page.getByRole('heading', { level: 1, name: 'Hall of fame' }).waitFor();
    const seen = page.getByText('Seen by admin');
    expect(
      await seen.evaluate(
        'document.querySelector(".hall") && getComputedStyle(document.querySelector(".hall")).color',
      ),
    ).toBe('rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'Counted 0' }).click();
    await page.getByRole('button', { name: 'Counted 1' }).waitFor();
    await page.getByRole('link', { name: 'Every title' }).click();
    await page.getByRole('heading', { level: 1, name: 'Title' }).waitFor();
  });

  test('add columns, lists, inputs and panels to a type, and their input is stored', async () => {
    await page.locator('td em').first().click();
    await page.getByRole('textbox', { name: 'Title (quiet)' }).fill('LOUD');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Title: loud' }).waitFor();
    await page.getByRole('textbox', { name: 'Title (quiet)' }).fill('x'.repeat(300));
    await page.getByText(/255/).waitFor();
    await page.getByRole('button', { name: 'About' }).click();
    await page.getByText(/^This is [\w-]+$/).waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('link', { name: 'Image', exact: true }).click();
    await page.getByText('Every Image that there is').waitFor();
  });

  test('are reported as text if they fail, and the rest of the admin continues', async () => {
    await page.goto(`${site.url}/admin/HtmlContent/create`);
    await page.getByText('The extension HtmlContent.html failed: no such <b>thing</b>').waitFor();
    await page.getByRole('textbox', { name: /^Text/ }).waitFor();
  });

  test('are bundled again when they are saved, and the previous bundle is kept on errors', async () => {
    const before = await ownParts();
    await write('admin/style.css', '.hall { color: rgb(3, 2, 1) }');
    await expect.poll(ownParts, { timeout: SLOW }).not.toBe(before);
    const good = await ownParts();
    await write('admin/index.tsx', `${PARTS}\nconst = 1;\n`);
    await expect.poll(() => site.output(), { timeout: SLOW }).toMatch(/admin\/index\.tsx:\d+:6: /);
    expect(await ownParts()).toBe(good);
  });

  test('are omitted if they cannot run, which is reported on every screen', async () => {
    await write('admin/index.tsx', `throw new Error('not today');\n`);
    const notified = () =>
      page.getByText('The extensions of this project could not be loaded: not today').waitFor();
    // The open page reloads automatically.
    await notified();
    await page.goto(`${site.url}/admin/Title/create`);
    await notified();
    await page.getByRole('textbox', { name: /^Title/ }).fill('Still here');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Title: Still here' }).waitFor();
    expect(problems).toEqual([]);
  });
});
