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
      'semicolons, a byte order mark, quotes and Windows line endings',
      '\ufeffSource URL;Target;Code\r\n"/old";"/new";308\r\n\r\n',
    ],
    ['tabs', 'old url\tnew url\n/old\t/new\n'],
    [
      'complete URLs of one host',
      'source,destination\nhttps://www.old.example/old/,https://www.old.example/new/\n',
    ],
    ['escapes', '/%6fld,/new'],
  ])('accepts lists with %s', async (_name, text) => {
    expect(await importCsv(text)).toMatchObject({ code: 0, errors: [] });
    expect(await targetOf('/old')).toBe('/new');
    expect((await importCsv(text)).printed[0]).toMatch(/^Route: 0 created, 0 changed, [12] untouched$/);
  });

  test('a path with a trailing slash redirects with and without it', async () => {
    expect(await importCsv('/old/,/new/\n/both,/new\n/both/,/new\n')).toMatchObject({ code: 0, errors: [] });
    for (const path of ['/old', '/old/', '/both', '/both/']) expect(await targetOf(path)).toBe('/new');
    expect(await targetOf('/new/')).toBeUndefined();
  });

  test.each([
    [
      'list.csv',
      [
        'source,target,regex,type,code,match,hits,title,status',
        '/old/,/new,0,url,301,url,5,,active',
        '"^/blog/(.*)$",/new,1,url,301,url,0,,active',
        '/off,/new,0,url,301,url,0,"two\nlines",disabled',
        '/guests,/new,0,url,301,login,0,,active',
        '/gone,,0,error,410,url,0,,active',
      ].join('\n'),
      [3, 5, 6, 7],
    ],
    [
      'yoast.csv',
      ['Origin,Target,Type,Format', 'old/,/new,301,plain', '"blog/(\\d+)",/new,301,regex'].join('\n'),
      [3],
    ],
    [
      'redirection.json',
      JSON.stringify({
        groups: [
          { id: 1, enabled: true },
          { id: 2, enabled: false },
        ],
        redirects: [
          {
            url: '/old/',
            action_code: 301,
            action_type: 'url',
            action_data: { url: '/new' },
            match_type: 'url',
            group_id: 1,
            enabled: true,
          },
          {
            url: '^/x',
            match_data: { source: { flag_regex: true } },
            action_type: 'url',
            action_data: { url: '/new' },
            group_id: 1,
            enabled: true,
          },
          { url: '/off', action_type: 'url', action_data: { url: '/new' }, group_id: 1, enabled: false },
          { url: '/off2', action_type: 'url', action_data: { url: '/new' }, group_id: 2, enabled: true },
        ],
      }),
      [2, 3, 4],
    ],
  ])('skips and reports regular expressions and disabled entries in %s', async (name, text, lines) => {
    const folder = await filesOf({ [name]: text });
    const { code, errors } = await run(app, 'import', join(folder, name));
    expect(code).toBe(0);
    const said = errors.flatMap((line) => line.split('\n'));
    expect(said.at(-1)).toBe('Skipped these lines.');
    expect(said.slice(0, -1).map((line) => Number(/:(\d+): /.exec(line)?.[1]))).toEqual(lines);
    expect(await targetOf('/old/')).toBe('/new');
    const { body } = await app.get('/_/routes', { as: 'superAdmin' });
    expect(body['totalItems']).toBe(4);
  });

  test('a list in UTF-16 is read; one in another encoding is rejected with what to do', async () => {
    const text = 'from;to\r\n"/größe";/new\r\n';
    expect(await importCsv(Buffer.from(`\ufeff${text}`, 'utf16le'))).toMatchObject({ code: 0, errors: [] });
    expect(await targetOf('/größe')).toBe('/new');
    const { code, errors } = await importCsv(Buffer.from(text, 'latin1'));
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [expect.stringMatching(/is not valid UTF-8; it may be Windows-1252\. Convert it first: iconv/)],
    });
  });

  test('redirects to each other can be in any order, and a changed target is a change', async () => {
    expect(await importCsv('/a,/b\n/b,/c\n/c,/new\n')).toMatchObject({ code: 0, errors: [] });
    expect(await targetOf('/a')).toBe('/new');
    expect((await importCsv('/a,/\n')).printed[0]).toBe('Route: 0 created, 1 changed, 0 untouched');
    expect(await targetOf('/a')).toBe('/');
  });

  test('reports every line without a valid redirect, and stores nothing unless such lines may be skipped', async () => {
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
        'list.csv:3: 410 is not a redirect status.',
        'list.csv:4: https://elsewhere.example/ is on another site. Redirects can only lead to pages of this site.',
        'list.csv:5: /query?id=1 contains "?", which paths of routes cannot have.',
        'list.csv:6: /self leads to itself.',
        'list.csv:7: /good leads to /, but line 2 leads it to /new.',
        'list.csv:8: /new is the path of a page.',
        'list.csv:9: /x is part of a redirect cycle or leads to one.',
        'list.csv:10: /x is not a path of this site.',
        'list.csv:11: /not-there is not a path of this site.',
        'list.csv:12: A path is missing.',
        'list.csv:13: javascript:alert(1) is not the URL of a page.',
        'list.csv:14: /nowhere is not a path of this site.',
        'Nothing was stored. Fix these lines, or skip them with --skip-faulty.',
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
      'unknown columns',
      'short,long\ngh,https://example.org\n',
      /^list\.csv:1: The first line has no column names/,
    ],
    ['an unclosed quote', '/a,"/new\n', /is not a valid CSV file/],
  ])('%s are reported as the problem', async (_name, text, message) => {
    const { code, errors } = await importCsv(text);
    expect(code).toBe(1);
    expect(errors[0]).toMatch(message);
  });
});
