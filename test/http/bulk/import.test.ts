import { createHash } from 'node:crypto';
import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOf } from '../../../runtime/features/bulk/format/keys.js';
import type { UploadsApp } from '../uploads/support.js';
import { aFolder, anApp, contentOf, filesOf, rowsOf, run } from './support.js';

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const DONE = /^Imported: /;

const titles = (count: number): unknown[] =>
  Array.from({ length: count }, (_, index) => ({ '@key': `t${index}`, title: `Title ${index}` }));

const SITE = {
  'Layout.jsonl': [
    { '@key': 'main', reference: 'main', uiComponent: 'CwaLayoutPrimary', componentGroups: ['menu'] },
  ],
  'ComponentGroup.jsonl': [
    { '@key': 'menu', reference: 'menu', location: 'top' },
    { '@key': 'primary', reference: 'primary', location: 'primary', pages: ['home'] },
  ],
  'Page.jsonl': [
    {
      '@key': 'home',
      reference: 'home',
      uiComponent: 'CwaPagePrimary',
      title: 'Home',
      layout: 'main',
      isTemplate: false,
    },
  ],
  'Route.jsonl': [
    { '@key': '/start', path: '/start', redirect: '/' },
    { '@key': 'r', path: '/', page: 'home' },
  ],
  'NavigationLink.jsonl': [
    { '@key': 'link', label: 'Home', route: 'r', publishedAt: '2020-01-01T00:00:00Z' },
  ],
  'ComponentPosition.jsonl': [{ '@key': 'first', componentGroup: 'primary', component: 'link' }],
};

let app: UploadsApp;
beforeEach(async () => {
  app = await anApp();
});

const totalOf = async (path: string): Promise<unknown> =>
  (await app.get(path, { as: 'superAdmin' })).body['totalItems'];

describe('cms import of JSON Lines', () => {
  test('creates records that reference each other by external keys, whatever the order of files and lines', async () => {
    const files = {
      ...SITE,
      'Route.jsonl': [{ '@key': 'r0', path: '/start', redirect: 'r' }, SITE['Route.jsonl'][1]],
    };
    const folder = await filesOf(files);
    expect(await run(app, 'import', folder, '--source', 'shop')).toMatchObject({ code: 0, errors: [] });
    const { body } = await app.get('/_/routes//start');
    expect(body).toMatchObject({ redirectPath: '/' });
    const link = await app.get(`/component/navigation_links/${idOf('link', 'shop')}`);
    expect(link.body).toMatchObject({ label: 'Home', url: '/' });
  });

  test('a second run stores nothing; a changed line is one change with the reason of the command', async () => {
    const folder = await filesOf({ 'Title.jsonl': titles(30) });
    await run(app, 'import', folder, '--source', 'shop');
    const before = await rowsOf(app);
    const again = await run(app, 'import', folder, '--source', 'shop');
    expect(again.printed).toEqual([
      'Title: 0 created, 0 changed, 30 untouched',
      'Imported: created 0, changed 0, left 30 untouched.',
    ]);
    expect(await rowsOf(app)).toEqual(before);
    const changed = titles(30).map((line, index) => (index === 7 ? { '@key': 't7', title: 'Other' } : line));
    await writeFile(join(folder, 'Title.jsonl'), changed.map((line) => JSON.stringify(line)).join('\n'));
    const third = await run(app, 'import', folder, '--source', 'shop');
    expect(third.printed[0]).toBe('Title: 0 created, 1 changed, 29 untouched');
    expect(
      (await app.get(`/component/titles/${idOf('t7', 'shop')}`, { as: 'superAdmin' })).body['title'],
    ).toBe('Other');
  });

  test('--dry-run reports what would be stored and leaves the database unchanged', async () => {
    const folder = await filesOf({ 'Title.jsonl': titles(3) });
    const before = await rowsOf(app);
    const { code, printed } = await run(app, 'import', folder, '--source', 'shop', '--dry-run');
    expect({ code, printed }).toEqual({
      code: 0,
      printed: ['Title: 3 created, 0 changed, 0 untouched', 'Dry run: nothing was stored.'],
    });
    expect(await rowsOf(app)).toEqual(before);
  });

  test.each([
    ['text that is not JSON', '{"@key": "a"', /^.*Title\.jsonl:1: The line is not valid JSON: /],
    ['a list', '[]', /Title\.jsonl:1: The line is not a JSON object\.$/],
    ['no key', '{"title": "a"}', /Title\.jsonl:1: @key: The key of the line is missing or not a string\.$/],
    [
      'a key without a source',
      '{"@key": "a"}',
      /Title\.jsonl:1: @key: "a" is not the id of a record\. If the keys belong to another system, name it with --source/,
    ],
    [
      'an unknown member',
      `{"@key": "${idOf('a', 's')}", "titel": "a"}`,
      /Title\.jsonl:1: titel: Title has no such field/,
    ],
    [
      'a read-only member',
      `{"@key": "${idOf('a', 's')}", "createdAt": "2020-01-01"}`,
      /createdAt: Title has no such field/,
    ],
    [
      'a value of the wrong type',
      `{"@key": "${idOf('a', 's')}", "title": 5}`,
      /:1: title: This value should be of type string\.$/,
    ],
    ['a null byte', `{"@key": "${idOf('a', 's')}", "title": "\\u0000"}`, /:1: title: /],
    [
      'bytes that are not UTF-8',
      Buffer.from([0x7b, 0xff, 0x7d]),
      /Title\.jsonl:1: The line is not valid UTF-8/,
    ],
    [
      'an invalid date',
      `{"@key": "${idOf('a', 's')}", "@created": "soon"}`,
      /:1: @created: This value is not a valid RFC 3339 time/,
    ],
    [
      'an account type',
      `{"@key": "${idOf('a', 's')}", "@type": "User"}`,
      /"User" is not a type that can be imported/,
    ],
    ['a deeply nested value', '['.repeat(100_000), /:1: The line is not valid JSON/],
  ])('%s is rejected with file, line and member, and nothing is stored', async (_name, line, message) => {
    const good = Buffer.from(`\n{"@key": "${idOf('b', 's')}", "title": "b"}\n`);
    const folder = await filesOf({ 'Title.jsonl': Buffer.concat([Buffer.from(line), good]) });
    const { code, errors } = await run(app, 'import', folder);
    expect({ code, last: errors.at(-1) }).toEqual({ code: 1, last: 'Nothing was stored.' });
    expect(errors[0]).toMatch(message);
    expect(await totalOf('/component/titles')).toBe(0);
  });

  test('references to missing records, other types or duplicate keys are reported before anything is stored', async () => {
    const folder = await filesOf({
      'Title.jsonl': [...titles(2), { '@key': 't0', title: 'again' }],
      'NavigationLink.jsonl': [
        { '@key': 'a', route: 'nowhere' },
        { '@key': 'b', route: 't1' },
        { '@key': 'c', route: '/_/routes//nothing' },
      ],
    });
    const { errors } = await run(app, 'import', folder, '--source', 's');
    expect(errors.map((line) => line.replaceAll(`${folder}/`, ''))).toEqual([
      expect.stringMatching(
        /^NavigationLink\.jsonl:3: route: \/_\/routes\/\/nothing does not exist in the database/,
      ),
      'Title.jsonl:3: ' + `Duplicate key, also used in ${folder}/Title.jsonl:1.`.replaceAll(`${folder}/`, ''),
      expect.stringMatching(
        /^NavigationLink\.jsonl:1: route: No record in the import or the database has the key /,
      ),
      expect.stringMatching(
        /^NavigationLink\.jsonl:2: route: .* is a Title, but this field requires a Route\.$/,
      ),
      'Nothing was stored.',
    ]);
    expect(await totalOf('/component/titles')).toBe(0);
  });

  test('stops at the first batch with a rejected record, reports all its rejected lines, and resumes there on the next run', async () => {
    const bad = { title: null, publishedAt: '2020-01-01T00:00:00Z' };
    const lines = titles(9).map((line, index) =>
      [4, 5].includes(index) ? { '@key': `t${index}`, ...bad } : line,
    );
    const folder = await filesOf({ 'Title.jsonl': lines });
    const { code, errors, printed } = await run(app, 'import', folder, '--source', 's', '--batch', '3');
    expect(code).toBe(1);
    expect(errors.map((line) => line.replaceAll(`${folder}/`, ''))).toEqual([
      'Title.jsonl:5: title: Please enter a title.',
      'Title.jsonl:6: title: Please enter a title.',
      'The previous batches are stored. Fix these lines and run the same command again to resume.',
    ]);
    expect(printed.some((line) => DONE.test(line))).toBe(false);
    expect(await totalOf('/component/titles')).toBe(3);
    await writeFile(
      join(folder, 'Title.jsonl'),
      titles(9)
        .map((line) => JSON.stringify(line))
        .join('\n'),
    );
    const second = await run(app, 'import', folder, '--source', 's', '--batch', '3');
    expect(second.printed.at(-1)).toBe('Imported: created 6, changed 0, left 3 untouched.');
  });

  test('records in a cycle are stored, and two that require each other are reported', async () => {
    const cycle = await filesOf({
      'Twin.jsonl': [
        { '@key': 'a', other: 'b' },
        { '@key': 'b', other: 'a' },
      ],
    });
    expect(await run(app, 'import', cycle, '--source', 's')).toMatchObject({ code: 0 });
    const { body } = await app.get(`/component/twins/${idOf('b', 's')}`);
    expect(body['other']).toContain(idOf('a', 's'));
    expect((await run(app, 'import', cycle, '--source', 's')).printed[0]).toBe(
      'Twin: 0 created, 0 changed, 2 untouched',
    );
    const needed = await filesOf({
      'Route.jsonl': [{ '@key': 'x', path: '/x', page: 'p' }],
      'Page.jsonl': [],
    });
    expect((await run(app, 'import', needed, '--source', 's')).code).toBe(1);
  });

  test('files are read only from the import folder, without following paths or links out of it', async () => {
    const outside = await filesOf({ 'secret.gif': PIXEL });
    const folder = await filesOf({
      'Image.jsonl': [
        { '@key': 'a', file: { file: '../secret.gif' } },
        { '@key': 'b', file: { file: join(outside, 'secret.gif') } },
        { '@key': 'c', file: { file: 'link.gif' } },
        { '@key': 'd', file: { file: 'missing.gif' } },
        { '@key': 'e', file: 'data:image/gif;base64,AAAA' },
      ],
    });
    await symlink(join(outside, 'secret.gif'), join(folder, 'link.gif'));
    const { errors } = await run(app, 'import', folder, '--source', 's');
    expect(errors.at(-1)).toBe('Nothing was stored.');
    expect(errors.some((line) => line.includes('link.gif is outside of the import folder'))).toBe(true);
    expect(errors.length).toBeGreaterThanOrEqual(6);
    expect(await totalOf('/component/images')).toBe(0);
  });

  test('a file is stored once: an identical one is untouched, a different one is a change', async () => {
    const folder = await filesOf({
      'Image.jsonl': [
        { '@key': 'a', publishedAt: '2020-01-01T00:00:00Z', file: { file: 'a.gif', name: 'Ä pixel.gif' } },
      ],
      'a.gif': PIXEL,
    });
    await run(app, 'import', folder, '--source', 's');
    const [path = ''] = await app.files('public');
    expect((await run(app, 'import', folder, '--source', 's')).printed[0]).toBe(
      'Image: 0 created, 0 changed, 1 untouched',
    );
    await writeFile(join(folder, 'a.gif'), Buffer.concat([PIXEL, Buffer.from([0])]));
    expect((await run(app, 'import', folder, '--source', 's')).printed[0]).toBe(
      'Image: 0 created, 1 changed, 0 untouched',
    );
    expect(await app.files('public')).not.toContain(path);
    const out = await aFolder();
    await run(app, 'export', out, '--type', 'Image');
    const hash = createHash('sha256')
      .update(Buffer.concat([PIXEL, Buffer.from([0])]))
      .digest('hex');
    expect(Object.keys(await contentOf(out))).toEqual(['Image.jsonl', `files/${hash}.gif`, 'manifest.json']);
    expect((await contentOf(out))['Image.jsonl']).toContain('Ã\u0084 pixel.gif');
  });
});

describe('cms import --delete-missing', () => {
  test('deletes what a complete export does not contain, after a confirmation; without the flag nothing is deleted', async () => {
    await run(app, 'import', await filesOf(SITE_BY_ID), '--source', 's');
    const folder = await aFolder();
    await run(app, 'export', folder);
    await run(app, 'import', await filesOf({ 'Title.jsonl': titles(2) }), '--source', 's');
    await run(app, 'import', folder);
    expect(await totalOf('/component/titles')).toBe(3);
    const refused = await run(app, 'import', folder, '--delete-missing');
    expect(refused).toMatchObject({ code: 1, errors: [expect.stringContaining('--yes')] });
    expect(await totalOf('/component/titles')).toBe(3);
    const dry = await run(app, 'import', folder, '--delete-missing', '--dry-run');
    expect(dry.printed).toContain('Title: 0 created, 0 changed, 1 untouched, 2 deleted');
    const done = await run(app, 'import', folder, '--delete-missing', '--yes');
    expect(done.printed.at(-1)).toMatch(/, deleted 2\.$/);
    expect(await totalOf('/component/titles')).toBe(1);
  });

  test('requires an export of the site, because other files do not list previous records', async () => {
    const folder = await filesOf({ 'Title.jsonl': titles(2) });
    const { code, errors } = await run(app, 'import', folder, '--source', 's', '--delete-missing', '--yes');
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [expect.stringContaining('requires the folder of an export')],
    });
  });
});

const SITE_BY_ID = {
  ...SITE,
  'Route.jsonl': [SITE['Route.jsonl'][1]],
  'Title.jsonl': [{ '@key': 'kept', title: 'Kept' }],
};
