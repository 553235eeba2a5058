import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOf } from '../../../runtime/features/bulk/format/keys.js';
import type { UploadsApp } from '../uploads/support.js';
import { aFolder, anApp, filesOf, run } from './support.js';

let app: UploadsApp;
beforeEach(async () => {
  app = await anApp();
  const layout = await app.create('/_/layouts', { reference: 'main', uiComponent: 'L' }, 'superAdmin');
  const page = { reference: 'article', uiComponent: 'A', layout: layout['@id'], isTemplate: true };
  await app.create('/_/pages', page, 'superAdmin');
});

const WORDS = ['--page-data', 'BlogArticleData'] as const;
const sourceOf = (base: string): string => `wordpress ${base}`;
const recordOf = (number: number, base = 'https://blog.example'): string =>
  `/page_data/blog_article_datas/${idOf(`post:${number}`, sourceOf(base))}`;
const htmlOf = async (number: number): Promise<unknown> => {
  const id = idOf(`post:${number}:text`, sourceOf('https://blog.example'));
  return (await app.get(`/component/html_contents/${id}`, { as: 'superAdmin' })).body['html'];
};

interface Item {
  readonly id: number;
  readonly title?: string;
  readonly html?: string;
  readonly parent?: number;
  readonly more?: string;
}

/** An item as releases of several years write it: element texts in CDATA (since 4.6), or not. */
const item = ({ id, title = `T ${id}`, html = 'Text', parent = 0, more = '' }: Item): string => `
<item><title>${title}</title><link>https://blog.example/2011/05/post-${id}/</link>
<pubDate>Mon, 02 May 2011 10:00:00 +0000</pubDate><content:encoded><![CDATA[${html}]]></content:encoded>
<wp:post_id>${id}</wp:post_id><wp:post_date>2011-05-02 12:00:00</wp:post_date>
<wp:post_date_gmt>2011-05-02 10:00:00</wp:post_date_gmt><wp:post_name><![CDATA[post-${id}]]></wp:post_name>
<wp:status><![CDATA[publish]]></wp:status><wp:post_parent>${parent}</wp:post_parent>
<wp:post_type><![CDATA[post]]></wp:post_type>${more}</item>`;

const wxr = (
  items: readonly string[],
  { version = '1.2', base = 'https://blog.example', encoding = 'UTF-8' } = {},
): string => `<?xml version="1.0" encoding="${encoding}" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/${version}/">
<channel><title>Blog</title><link>${base}</link><wp:wxr_version>${version}</wp:wxr_version>
<wp:base_site_url>${base}</wp:base_site_url><wp:base_blog_url>${base}</wp:base_blog_url>${items.join('')}</channel></rss>`;

async function importFiles(files: Readonly<Record<string, string | Buffer>>, name = '.') {
  const folder = await filesOf(files);
  const ran = await run(app, 'import', join(folder, name), ...WORDS);
  return { ...ran, errors: ran.errors.map((line) => line.replaceAll(`${folder}/`, '')) };
}

const importOne = (text: string | Buffer) => importFiles({ 'blog.xml': text }, 'blog.xml');

describe('WordPress exports of several years', () => {
  test('a classic text keeps its paragraphs next to block tags', async () => {
    await importOne(wxr([item({ id: 1, html: 'One\n\nTwo\nlines\n<h2>Head</h2>\nThree\n\nFour' })]));
    expect(await htmlOf(1)).toBe(
      '<p>One</p>\n<p>Two<br>\nlines</p>\n<h2>Head</h2>\n<p>Three</p>\n<p>Four</p>',
    );
  });

  test('the previous address leads to the record, with and without a trailing slash', async () => {
    expect(await importOne(wxr([item({ id: 1 })]))).toMatchObject({ code: 0, errors: [] });
    const { body } = await app.get('/_/routes//2011/05/post-1/');
    expect(body['redirectPath']).toBe('/2011/05/post-1');
    expect((await app.get('/_/resource_manifest//2011/05/post-1/')).status).toBe(200);
    expect((await app.get('/_/routes//2011/05/post-1')).body['pageData']).toBe(`/_api${recordOf(1)}`);
  });

  test('titles, tags and categories are words without entities and tags, of releases before 3.1 too', async () => {
    const more = `<category><![CDATA[Caf&eacute; &amp; Bar]]></category>
      <category domain="category" nicename="x"><![CDATA[Caf&eacute; &amp; Bar]]></category>
      <category domain="tag" nicename="rock"><![CDATA[Rock &#38; Roll]]></category>`;
    const title = 'Tom &amp;amp; Jerry&amp;#8217;s &lt;em&gt;big&lt;/em&gt; day &amp;hellip;';
    const folder = await filesOf({
      'blog.xml': wxr([item({ id: 1, title, more })], { version: '1.0' }),
      'map.json': JSON.stringify({
        post: { pageData: 'BlogArticleData', members: { metaDescription: 'categories' } },
      }),
    });
    const words = ['--mapping', join(folder, 'map.json')];
    expect(await run(app, 'import', join(folder, 'blog.xml'), ...words)).toMatchObject({ code: 0 });
    expect((await app.get(recordOf(1))).body).toMatchObject({
      title: 'Tom & Jerry’s big day …',
      metaDescription: 'Café & Bar',
    });
  });

  test('a parent can be in another file of the same export, in a folder or imported before', async () => {
    const [parents, children] = [wxr([item({ id: 1 })]), wxr([item({ id: 2, parent: 1 })])];
    const alone = await importOne(children);
    expect(alone.errors).toEqual([
      'Not imported: 1 × parent in a file that has not been imported (import that file, then this one again).',
    ]);
    await importOne(parents);
    expect(await importOne(children)).toMatchObject({ code: 0, errors: [] });
    expect((await app.get(recordOf(2))).body['parentPageData']).toBe(`/_api${recordOf(1)}`);
    const both = { 'a.xml': wxr([item({ id: 4, parent: 3 })]), 'b.xml': wxr([item({ id: 3 })]) };
    expect(await importFiles(both)).toMatchObject({ code: 0, errors: [] });
    expect((await app.get(recordOf(4))).body['parentPageData']).toBe(`/_api${recordOf(3)}`);
  });

  test('a site that changed its URL scheme is the same site', async () => {
    const old = wxr([item({ id: 1 })], { base: 'http://blog.example' });
    expect(await importOne(old)).toMatchObject({ code: 0, errors: [] });
    const { printed, code } = await importOne(wxr([item({ id: 1, title: 'New' }), item({ id: 2 })]));
    expect(code).toBe(0);
    expect(printed).toContain('BlogArticleData: 1 created, 1 changed, 0 untouched');
    expect((await app.get(recordOf(1, 'http://blog.example'))).body['title']).toBe('New');
  });

  test.each([
    ['UTF-16 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'), 'UTF-16'],
    [
      'Windows-1252',
      (text: string) => Buffer.from(text.replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1'),
      'windows-1252',
    ],
    ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`), 'UTF-8'],
  ])('a file in %s is read', async (_name, encode, encoding) => {
    const bytes = encode(wxr([item({ id: 1, title: '“Größe” é' })], { encoding }));
    expect(await importOne(bytes)).toMatchObject({ code: 0, errors: [] });
    expect((await app.get(recordOf(1))).body['title']).toBe('“Größe” é');
  });

  test('a file whose encoding differs from its declaration is rejected with what to do', async () => {
    const bytes = Buffer.from(wxr([item({ id: 1, title: 'Größe' })]), 'latin1');
    expect(await importOne(bytes)).toMatchObject({
      code: 1,
      errors: [
        'blog.xml is not valid UTF-8; it may be Windows-1252. Convert it first: iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW',
      ],
    });
    const folder = await aFolder();
    await writeFile(join(folder, 'b.xml'), wxr([], { encoding: 'EBCDIC' }));
    const { errors } = await run(app, 'import', join(folder, 'b.xml'), ...WORDS);
    expect(errors[0]).toMatch(/declares the encoding ebcdic, which is not supported\. Save it as UTF-8/);
  });
});
