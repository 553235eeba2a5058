import { copyFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { browserTitle, hasChromium, launchChromium, SLOW } from './chromium.js';
import { installPackage, signIn, startSite, type RunningSite } from '../console/running-site.js';

/** Addresses in documents contain the name of this machine, the only one that the browser can reach. */
const OFFLINE = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];
const PREFIX = '/_api';
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));
const PAGE_FILES = join(PACKAGE, 'test/support/forms-page');
const FORM_TYPES = ['EveryFieldType', 'EveryFieldPersonType'];

/** Full names without that of the form, and the rendered controls. */
const DRAWN = `
[text]: text
[textarea]: textarea
[search]: search
[email]: email
[password]: password
[tel]: tel
[url]: url
[color]: color
[range]: range
[hidden]: hidden
[integer]: number
[number]: text
[money]: text
[percent]: text
[uuid]: text
[ulid]: text
[checkbox]: checkbox
[radio]: radio
[select]: select
[multiple_select][]: select
[radios]: radio
[checkboxes][]: checkbox
[enum]: select
[country]: select
[language]: select
[locale]: select
[currency]: select
[timezone]: select
[date]: date
[date_in_parts][year]: select
[date_in_parts][month]: select
[date_in_parts][day]: select
[birthday]: date
[birthday_in_parts][year]: select
[birthday_in_parts][month]: select
[birthday_in_parts][day]: select
[datetime]: datetime-local
[datetime_in_parts][year]: select
[datetime_in_parts][month]: select
[datetime_in_parts][day]: select
[datetime_in_parts][hour]: select
[datetime_in_parts][minute]: select
[time]: time
[time_in_parts][hour]: select
[time_in_parts][minute]: select
[week]: week
[week_in_parts][year]: select
[week_in_parts][week]: select
[dateinterval]: text
[dateinterval_in_parts][years]: select
[dateinterval_in_parts][months]: select
[dateinterval_in_parts][days]: select
[file]: file
[files][]: file
[repeated][first]: email
[repeated][second]: email
[nested][city]: text
[disabled]: text
`
  .trim()
  .split('\n');

/** The sample site and a form with fields of every type, in a separate folder. */
async function newSampleProject(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'cms-forms-page-'));
  await cp(join(PACKAGE, 'schemas'), join(project, 'schemas'), { recursive: true });
  for (const name of FORM_TYPES)
    await copyFile(join(PAGE_FILES, `${name}.json`), join(project, 'schemas/forms', `${name}.json`));
  await copyFile(join(PACKAGE, 'cms.config.json'), join(project, 'cms.config.json'));
  await copyFile(join(PACKAGE, 'scaffold.ts'), join(project, 'scaffold.ts'));
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await installPackage(project);
  return project;
}

/** Serves the page of the front end from a different origin than the API. */
async function serveFrontEnd(): Promise<{ readonly server: Server; readonly origin: string }> {
  const files = new Map([
    ['/', { file: 'index.html', type: 'text/html' }],
    ['/forms-page.js', { file: 'forms-page.js', type: 'text/javascript' }],
  ]);
  const server = createServer((request, response) => {
    const found = files.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (found === undefined) {
      response.writeHead(404).end();
      return;
    }
    void readFile(join(PAGE_FILES, found.file)).then((content) =>
      response.writeHead(200, { 'Content-Type': `${found.type}; charset=utf-8` }).end(content),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, origin: `http://127.0.0.1:${port}` };
}

describe.skipIf(!hasChromium)(browserTitle('forms in a front end'), () => {
  let browser: Browser;
  let project: string;
  let site: RunningSite;
  let frontEnd: Awaited<ReturnType<typeof serveFrontEnd>>;
  let everyField: string;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    project = await newSampleProject();
    frontEnd = await serveFrontEnd();
    site = await startSite('dev', { cwd: project, prefix: PREFIX });
    const created = await fetch(`${site.url}/component/forms`, {
      method: 'POST',
      headers: { 'content-type': 'application/ld+json', cookie: await signIn(site.url) },
      body: JSON.stringify({ formType: 'EveryFieldType' }),
    });
    expect(created.status).toBe(201);
    everyField = String(((await created.json()) as Record<string, unknown>)['@id']);
    browser = await launchChromium(OFFLINE);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    frontEnd?.server.close();
    await rm(project, { recursive: true, force: true });
  });

  beforeEach(async () => {
    problems.length = 0;
    page = await browser.newPage({ viewport: { width: 900, height: 900 } });
    page.setDefaultTimeout(SLOW);
    page.on('pageerror', (error) => void problems.push(error.message));
  });
  afterEach(async () => {
    await page.close();
    expect(problems).toEqual([]);
  });

  /** Opens the page with the forms of a route, or with one form. */
  async function open(requested: Readonly<Record<string, string>>): Promise<void> {
    const query = new URLSearchParams({ api: site.url, ...requested });
    await page.goto(`${frontEnd.origin}/?${query}`);
    await page.locator('body[data-ready] form').waitFor();
  }
  const byName = (name: string): Locator => page.locator(`[name="${name}"]`);
  /** Fills in a field and leaves it. */
  async function enter(name: string, value: string): Promise<void> {
    await byName(name).fill(value);
    await byName(name).blur();
  }
  const errorsOf = (id: string): Promise<readonly string[]> =>
    page.locator(`[id="${id}_errors"] > li`).allTextContents();
  const allErrors = (): Promise<readonly string[]> => page.locator('.errors > li').allTextContents();
  const statusText = async (): Promise<string> => (await page.locator('[role=status]').textContent()) ?? '';
  async function press(label: string): Promise<void> {
    await page.getByRole('button', { name: label, exact: true }).last().click();
  }
  async function addEntry(legend: string): Promise<void> {
    const collection = page.locator('fieldset', { has: page.locator(`> legend:text-is("${legend}")`) });
    await collection.getByRole('button', { name: 'Add' }).last().click();
  }
  /** Saves screenshots for manual review. */
  async function picture(name: string): Promise<void> {
    const folder = process.env['FORMS_SCREENSHOTS'];
    if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  }

  describe('the form of the sample site', () => {
    beforeEach(() => open({ path: '/form' }));

    test('is found in the manifest of its page and rendered without errors', async () => {
      expect(await page.locator('form').count()).toBe(1);
      expect(await page.locator('form').getAttribute('novalidate')).toBe('novalidate');
      expect(await page.locator('form label').allTextContents()).toEqual([
        ...['Your name', 'Password', 'Repeat the password', 'Subject', 'Your e-mail address', 'Message'],
        ...['Yes', 'No', 'I have read this', 'Design', 'Programming', 'Writing', 'Other interests'],
      ]);
      expect(await allErrors()).toEqual([]);
      await picture('sample-empty');
    });

    test('reports errors at a field that loses focus, and none at the others', async () => {
      await enter('example_form[email]', 'nobody');
      await expect
        .poll(() => errorsOf('example_form_email'))
        .toEqual(['Please enter an e-mail address that exists.']);
      expect(await allErrors()).toHaveLength(1);
      await enter('example_form[email]', 'jo@example.com');
      await expect.poll(allErrors).toEqual([]);
    });

    test('validates a repeated password after both halves are filled in', async () => {
      await enter('example_form[plainPassword][first]', 'one');
      await enter('example_form[plainPassword][second]', 'other');
      await expect
        .poll(() => errorsOf('example_form_plainPassword_first'))
        .toEqual(['The passwords do not match.']);
      expect(await allErrors()).toHaveLength(1);
    });

    test('validates the field of an entry that was created from the prototype', async () => {
      await addEntry('Children');
      await enter('example_form[children][0][name]', ' ');
      await expect
        .poll(() => errorsOf('example_form_children_0_name'))
        .toEqual(['Please enter the name of the child.']);
      expect(await allErrors()).toHaveLength(1);
    });

    test('is refused with a message at every field, and accepted when all are valid', async () => {
      await press('Send');
      await expect.poll(statusText).toBe('Please correct what is marked.');
      expect(await allErrors()).toEqual([
        ...['Please enter your name.', 'Please choose a password.', 'Please choose a subject.'],
        ...['Please enter your e-mail address.', 'Please write a message.'],
        ...['Please tell whether you are a developer.', 'Please tick the box.'],
        ...['Please choose at least one interest.', 'Please choose at least one other interest.'],
        'Please add at least one child.',
      ]);
      await picture('sample-errors');

      await enter('example_form[name]', 'Jo');
      await enter('example_form[plainPassword][first]', 'a long password');
      await enter('example_form[plainPassword][second]', 'a long password');
      await byName('example_form[subject]').selectOption('question');
      await enter('example_form[email]', 'jo@example.com');
      await enter('example_form[message]', 'Hello.');
      await page.getByLabel('Yes').check();
      await page.getByLabel('I have read this').check();
      await page.getByLabel('Writing').check();
      await byName('example_form[other_interests][]').selectOption(['music', 'travel']);
      await addEntry('Children');
      await addEntry('Texts');
      await enter('example_form[children][0][name]', 'Kim');
      await enter('example_form[text_children][0]', 'More.');
      await press('Send');
      await expect.poll(statusText).toBe('Sent (201).');
      expect(await allErrors()).toEqual([]);
      await picture('sample-success');
    });
  });

  describe('a form with fields of every type', () => {
    beforeEach(() => open({ form: everyField }));

    test('is rendered by the block prefixes of its nodes', async () => {
      const drawn = await page.locator('form [name]').evaluateAll((controls) =>
        controls.map((control) => {
          const kind = control.tagName === 'INPUT' ? control.getAttribute('type') : control.tagName;
          return `${control.getAttribute('name')}: ${kind?.toLowerCase()}`;
        }),
      );
      expect(new Set(drawn.map((line) => line.replace('every_field', '')))).toEqual(new Set(DRAWN));
      await picture('every-empty');
    });

    test('reports conversion errors at each field', async () => {
      const wrong = {
        email: ['nobody', 'This value is not a valid email address.'],
        url: ['nowhere', 'This URL is missing a top-level domain.'],
        integer: ['-1', 'This value should be positive.'],
        number: ['many', 'Please enter a number.'],
        money: ['much', 'Please enter a valid money amount.'],
        percent: ['most', 'Please enter a percentage value.'],
        uuid: ['x', 'Please enter a valid UUID.'],
        ulid: ['x', 'Please enter a valid ULID.'],
        dateinterval: ['soon', 'Please choose a valid date interval.'],
      };
      for (const [name, [value = '']] of Object.entries(wrong)) await enter(`every_field[${name}]`, value);
      await byName('every_field[multiple_select][]').selectOption('1');
      for (const label of ['Red', 'Green', 'Blue']) await page.getByLabel(label).check();
      await byName('every_field[date_in_parts][year]').selectOption({ index: 1 });
      await byName('every_field[date_in_parts][month]').selectOption('2');
      await byName('every_field[date_in_parts][day]').selectOption('31');
      for (const [name, [, message]] of Object.entries(wrong))
        await expect.poll(() => errorsOf(`every_field_${name}`)).toEqual([message]);
      await expect
        .poll(() => errorsOf('every_field_multiple_select'))
        .toEqual(['This collection should contain 2 elements or more.']);
      await expect
        .poll(() => errorsOf('every_field_checkboxes'))
        .toEqual(['This collection should contain 2 elements or less.']);
      await expect.poll(() => errorsOf('every_field_date_in_parts')).toEqual(['Please enter a valid date.']);
      await picture('every-errors');
    });

    test('sends files, nested entries and all other values', async () => {
      await enter('every_field[text]', 'Here');
      await page.getByLabel('Checkbox', { exact: true }).check();
      await byName('every_field[select]').selectOption('pear');
      await byName('every_field[multiple_select][]').selectOption(['1', '3']);
      await enter('every_field[nested][city]', 'Rome');
      await enter('every_field[week]', '2026-W07');
      await enter('every_field[datetime]', '2026-02-03T04:05');
      await addEntry('Texts');
      await addEntry('Texts');
      await enter('every_field[texts][1]', 'Long enough');
      await page.locator('.entry').first().getByRole('button', { name: 'Remove' }).click();
      await addEntry('People');
      await addEntry('Phones');
      await addEntry('Phones');
      await enter('every_field[people][0][name]', 'Kim');
      await enter('every_field[people][0][phones][1]', '+49 1');
      const text = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') };
      const large = { ...text, buffer: Buffer.alloc(1100, 'long ') };
      await byName('every_field[file]').setInputFiles(large);
      await byName('every_field[files][]').setInputFiles([text, { ...text, name: 'other.txt' }]);
      await press('Send');
      await expect
        .poll(() => errorsOf('every_field_file'))
        .toEqual(['The file is too large (1.1 kB). Allowed maximum size is 1 kB.']);
      expect(await allErrors()).toHaveLength(1);
      await byName('every_field[file]').setInputFiles(text);
      await press('Send');
      await expect.poll(statusText).toBe('Sent (201).');
      expect(await allErrors()).toEqual([]);
      await picture('every-success');
    });
  });

  test('is documented with the fields that the page renders', async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${site.url}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
    await page.fill('.operation-filter-input', 'submit');
    const summary = page.locator('.opblock-post .opblock-summary-control').filter({ hasText: '{id}/submit' });
    await expect.poll(() => summary.count()).toBe(1);
    await summary.click();
    const example = page.locator('textarea.body-param__text');
    await expect.poll(() => example.inputValue()).toContain('"every_field": {');
    expect(await page.locator('.responses-inner').textContent()).toContain('"formView": {');
    await picture('docs');
  });
});
