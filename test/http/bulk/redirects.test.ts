import { beforeEach, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import type { UploadsApp } from '../uploads/support.js';
import { anApp, filesOf, run } from './support.js';

let app: UploadsApp;
beforeEach(async () => {
  app = await anApp();
  const layout = await app.create(
    '/_/layouts',
    { reference: 'main', uiComponent: 'CwaLayoutPrimary' },
    'superAdmin',
  );
  for (const path of ['/', '/new']) {
    const body = { reference: path, uiComponent: 'CwaPagePrimary', layout: layout['@id'], isTemplate: false };
    const page = await app.create('/_/pages', body, 'superAdmin');
    await app.create('/_/routes', { path, page: page['@id'] }, 'superAdmin');
  }
});

async function importCsv(text: string | Buffer, ...words: readonly string[]) {
  const folder = await filesOf({ 'list.csv': text });
  const ran = await run(app, 'import', join(folder, 'list.csv'), ...words);
  const short = (line: string): string => line.replaceAll(`${folder}/`, '');
  return { ...ran, errors: ran.errors.flatMap((line) => short(line).split('\n')) };
}

const targetOf = async (path: string): Promise<unknown> =>
  (await app.get(`/_/routes/${path}`)).body['redirectPath'];

describe('cms import of redirects', () => {
  test.each([
    ['commas and names', 'from,to,status\n/old,/new,301\n'],
    ['no names', '/old,/new\n'],
    [
      'semicolons, a byte order mark, quotes and the line ends of Windows',
      '\ufeffSource URL;Target;Code\r\n"/old";"/new";308\r\n\r\n',
    ],
    ['tabs', 'old url\tnew url\n/old\t/new\n'],
    [
      'whole addresses of one host',
      'source,destination\nhttps://www.old.example/old/,https://www.old.example/new/\n',
    ],
    ['escapes', '/%6fld,/new'],
  ])('takes lists with %s', async (_name, text) => {
    expect(await importCsv(text)).toMatchObject({ code: 0, errors: [] });
    expect(await targetOf('/old')).toBe('/new');
    expect((await importCsv(text)).printed[0]).toBe('Route: 0 created, 0 changed, 1 untouched');
  });

  test('redirects that lead to one another follow in any order, and a changed target is a change', async () => {
    expect(await importCsv('/a,/b\n/b,/c\n/c,/new\n')).toMatchObject({ code: 0, errors: [] });
    expect(await targetOf('/a')).toBe('/new');
    expect((await importCsv('/a,/\n')).printed[0]).toBe('Route: 0 created, 1 changed, 0 untouched');
    expect(await targetOf('/a')).toBe('/');
  });

  test('names every line of which no redirect can be made, and stores nothing unless these are to be left out', async () => {
    const text = [
      'from,to,status',
      '/good,/new,301',
      '/gone,/new,410',
      '/outside,https://elsewhere.example/,301',
      '/query?id=1,/new,301',
      '/self,/self,301',
      '/good,/,301',
      '/new,/,301',
      '/x,/y,301',
      '/y,/x,301',
      '/nowhere,/not-there,301',
      ',/new,301',
      'javascript:alert(1),/new,301',
      '/to-nowhere,/nowhere,301',
    ].join('\n');
    const { code, errors } = await importCsv(text);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [
        'list.csv:3: The status 410 is none of a redirect.',
        'list.csv:4: https://elsewhere.example/ is on another site, and routes lead to pages of this one.',
        'list.csv:5: /query?id=1 has a question mark: routes are paths.',
        'list.csv:6: /self leads to itself.',
        'list.csv:7: /good leads to /new by line 2, and here to /.',
        'list.csv:8: /new is the address of a page.',
        'list.csv:9: /x is part of a circle of redirects, or leads to one.',
        'list.csv:10: /x is no address of the site.',
        'list.csv:11: /not-there is no address of the site.',
        'list.csv:12: An address is missing.',
        'list.csv:13: javascript:alert(1) is no address of a page.',
        'list.csv:14: /nowhere is no address of the site.',
        'Nothing was stored. Mend these lines, or leave them out by --skip-faulty.',
      ],
    });
    expect((await app.get('/_/routes//good')).status).toBe(404);
    expect(await importCsv(text, '--skip-faulty')).toMatchObject({
      code: 0,
      printed: ['Route: 1 created, 0 changed, 0 untouched', expect.anything()],
    });
    expect(await targetOf('/good')).toBe('/new');
  });

  test.each([
    [
      'columns that nobody can tell',
      'short,long\ngh,https://example.org\n',
      /^list\.csv:1: The first line neither names columns/,
    ],
    ['an open quote', '/a,"/new\n', /is no CSV file that can be read/],
  ])('%s are said to be at fault', async (_name, text, message) => {
    const { code, errors } = await importCsv(text);
    expect(code).toBe(1);
    expect(errors[0]).toMatch(message);
  });
});
