import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startUploadsApp, type UploadsApp } from '../uploads/support.js';
import { bulkManifest } from './bulk-manifest.js';
import { aClock, aFolder, anApp, contentOf, filesOf, rowsOf, run } from './support.js';

const clock = aClock();
let app: UploadsApp;
let copy: UploadsApp;
beforeEach(async () => {
  app = await anApp(clock);
  copy = await anApp(clock);
});

const admin = { as: 'superAdmin' } as const;
const create = (path: string, body: JsonObject) => app.create(path, body, 'superAdmin');

async function patch(iri: string, body: JsonObject): Promise<void> {
  const { status, text } = await app.patch(iri, body, admin);
  expect([status, text]).toEqual([200, expect.any(String)]);
}

/** Exports the site, imports that into the copy, and compares the exports of both. */
async function mirror(...words: readonly string[]): Promise<void> {
  const [first, second] = [await aFolder(), await aFolder()];
  expect(await run(app, 'export', first)).toMatchObject({ code: 0, errors: [] });
  expect(await run(copy, 'import', first, '--dry-run', ...words)).toMatchObject({ code: 0, errors: [] });
  expect(await run(copy, 'import', first, ...words)).toMatchObject({ code: 0, errors: [] });
  expect(await run(copy, 'export', second)).toMatchObject({ code: 0, errors: [] });
  expect(await contentOf(second)).toEqual(await contentOf(first));
}

describe('an imported export', () => {
  test('has records of all types except those that forms store, and reports omissions', async () => {
    const made = await create('/record/enquiries', { email: 'ann@example.com', subject: 'one' });
    await create('/record/enquiries', { email: 'ben@example.com', answers: made['@id'] });
    await mirror();
    const visited = await startUploadsApp({
      manifest: {
        ...bulkManifest,
        forms: [
          { definition: { name: 'EnquiryType', persist: 'Enquiry', fields: [{ name: 'email' }] } },
          // Accounts are not exported, even with `--type`.
          { definition: { name: 'JoinType', persist: 'User', fields: [{ name: 'username' }] } },
        ],
      },
      clock,
    });
    onTestFinished(() => visited.close());
    await visited.create('/record/enquiries', { email: 'ann@example.com' }, 'superAdmin');
    await visited.create('/component/widgets', { label: 'w' }, 'superAdmin');
    const folder = await aFolder();
    expect((await run(visited, 'export', folder)).printed).toEqual([
      '1 Widget',
      'Skipped 1 Enquiry submitted by visitors. To export them, pass --type Enquiry.',
      `Written to ${folder}`,
    ]);
    expect((await run(visited, 'export', await aFolder(), '--type', 'Enquiry')).printed[0]).toBe('1 Enquiry');
  });

  test('keeps a draft that repeats a unique value of its published record', async () => {
    const ticket = await create('/component/tickets', {
      ...{ label: 'a', code: 'first', number: 1, publishedAt: '2020-01-01T00:00:00Z' },
    });
    await patch(ticket['@id'], { label: 'drafted' });
    await mirror();
    await patch(ticket['@id'], { label: 'drafted again', code: 'second' });
    await mirror();
  });

  test.each(['1', '2', '200'])('swaps unique values of records in batches of %s', async (batch) => {
    const codes = ['a', 'b', 'c', 'd', 'e'];
    const made = [];
    for (const [index, code] of codes.entries())
      made.push(
        await create('/component/specimens', { name: `n${index}`, code, amount: 1, ...{ notes: code } }),
      );
    await mirror('--batch', batch);
    // The API swaps one after the other, through unused values.
    for (const [index, { '@id': iri }] of made.entries())
      await patch(iri, { code: `free ${index}`, name: `free ${index}` });
    for (const [index, { '@id': iri }] of made.entries())
      await patch(iri, { code: codes[(index + 2) % 5] ?? '', name: `n${(index + 1) % 5}` });
    await mirror('--batch', batch);
  });

  test.each(['1', '2', '200'])(
    'swaps unique values of published records and their drafts in batches of %s',
    async (batch) => {
      const codes = ['a', 'b', 'c'];
      for (const [number, code] of codes.entries()) {
        const ticket = await create('/component/tickets', {
          ...{ label: code, code, number, publishedAt: '2020-01-01T00:00:00Z' },
        });
        await patch(ticket['@id'], { label: `draft of ${code}` });
      }
      const folder = await aFolder();
      await run(app, 'export', folder);
      const file = join(folder, 'Ticket.jsonl');
      const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
      const moved = lines.map((line) => {
        const ticket = JSON.parse(line) as { code: string };
        return JSON.stringify({ ...ticket, code: codes[(codes.indexOf(ticket.code) + 1) % 3] });
      });
      await writeFile(file, `${moved.join('\n')}\n`);
      const imported = await run(app, 'import', folder, '--batch', batch);
      expect(imported).toMatchObject({ code: 0, errors: [] });
      const after = await aFolder();
      await run(app, 'export', after);
      expect((await contentOf(after))['Ticket.jsonl']).toEqual((await contentOf(folder))['Ticket.jsonl']);
    },
  );

  test('swaps paths of routes, and creates no redirect at a path that the import uses', async () => {
    const layout = await create('/_/layouts', { reference: 'main', uiComponent: 'L' });
    const pages = [];
    for (const reference of ['a', 'b', 'c'])
      pages.push(
        await create('/_/pages', {
          ...{ reference, uiComponent: 'P', isTemplate: false, layout: layout['@id'], title: reference },
        }),
      );
    for (const [index, path] of ['/a', '/b'].entries())
      await create('/_/routes', { path, page: pages[index]?.['@id'] ?? '' });
    await mirror('--batch', '1');
    const rows = await app.app.database.all<{ id: string; path: string }>(
      `select t.id as id, t.route as path from ${app.app.database.table('route')} t order by t.route`,
    );
    const operations = rows.map(({ id }, index) => ({
      ...{ id: `o${index}`, method: 'PATCH', path: `/_/routes/${id}` },
      body: { path: ['/b', '/a'][index] },
    }));
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(200);
    await mirror('--batch', '1');
    // A renamed route leaves a redirect here, which the export includes; a new page takes the other path.
    await patch('/_/routes//a', { path: '/moved' });
    await mirror('--batch', '1');
    await patch('/_/routes//b', { path: '/gone' });
    const { status } = await app.delete('/_/routes//b', admin);
    expect(status).toBe(204);
    await create('/_/routes', { path: '/b', page: pages[2]?.['@id'] ?? '' });
    await mirror('--batch', '1');
  });

  test('gives a new record the unique value of one that the import deletes', async () => {
    const { '@id': iri } = await create('/component/specimens', { name: 'one', code: 'x', amount: 1 });
    await mirror();
    expect((await app.delete(iri, admin)).status).toBe(204);
    await create('/component/specimens', { name: 'one', code: 'x', amount: 1 });
    await mirror('--delete-missing', '--yes');
  });
});

describe('cms import --dry-run', () => {
  test.each([
    {
      name: 'a rule of the type',
      file: 'Title.jsonl',
      lines: [{ '@key': 'a', title: '', publishedAt: '2020-01-01T00:00:00Z' }],
      message: /Title\.jsonl:1: title: Please enter a title\.$/,
    },
    {
      name: 'a unique value that two lines have',
      file: 'Specimen.jsonl',
      lines: ['a', 'b'].map((key) => ({ '@key': key, name: key, code: 'same', amount: 1, level: 'low' })),
      message: /Specimen\.jsonl:\d: code: This value is already used\./,
    },
    {
      name: 'a unique value that a stored record keeps',
      file: 'Specimen.jsonl',
      lines: [{ '@key': 'c', name: 'c', code: 'stored', amount: 1 }],
      message: /Specimen\.jsonl:1: code: This value is already used\.$/,
    },
    {
      name: 'a route that shows nothing',
      file: 'Route.jsonl',
      lines: [{ '@key': 'r', path: '/nothing' }],
      message: /Route\.jsonl:1: /,
    },
  ])('fails like the import for $name, and stores nothing', async ({ file, lines, message }) => {
    await create('/component/specimens', { name: 'stored', code: 'stored', amount: 1 });
    const folder = await filesOf({ [file]: lines });
    const before = await rowsOf(app);
    const dry = await run(app, 'import', folder, '--source', 's', '--dry-run');
    expect(await rowsOf(app)).toEqual(before);
    const real = await run(app, 'import', folder, '--source', 's');
    expect([dry.code, real.code]).toEqual([1, 1]);
    expect(dry.errors[0]).toMatch(message);
    expect(dry.errors.slice(0, -1)).toEqual(real.errors.slice(0, -1));
    expect(dry.errors.at(-1)).toBe('Nothing was stored. Fix these lines first.');
  });

  test('stores no files and deletes nothing', async () => {
    const folder = await aFolder();
    await create('/component/specimens', { name: 'one', code: 'x', amount: 1 });
    await run(app, 'export', folder);
    await create('/component/specimens', { name: 'two', code: 'y', amount: 1 });
    const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    await writeFile(join(folder, 'pixel.gif'), pixel);
    await writeFile(
      join(folder, 'Image.jsonl'),
      JSON.stringify({
        '@key': 'a0000000-0000-4000-8000-000000000000',
        file: { file: 'pixel.gif', name: 'p.gif' },
      }),
    );
    const before = await rowsOf(app);
    const { code, printed } = await run(app, 'import', folder, '--dry-run', '--delete-missing');
    expect({ code, printed }).toEqual({
      code: 0,
      printed: [
        'Image: 1 created, 0 changed, 0 untouched',
        'Specimen: 0 created, 0 changed, 1 untouched, 1 deleted',
        'Dry run: nothing was stored.',
      ],
    });
    expect(await rowsOf(app)).toEqual(before);
  });
});
