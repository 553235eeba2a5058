import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOf } from '../../../runtime/features/bulk/format/keys.js';
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
  const template = {
    reference: 'article',
    uiComponent: 'CwaPageArticle',
    layout: layout['@id'],
    isTemplate: true,
  };
  await app.create('/_/pages', template, 'superAdmin');
});

const CHOSEN = ['--page-data', 'BlogArticleData'] as const;

interface Post {
  readonly id: number;
  readonly elements?: string;
  readonly html?: string;
  readonly status?: string;
  readonly type?: string;
  readonly link?: string;
}

const post = ({
  id,
  elements = '',
  html = '<p>Text</p>',
  status = 'publish',
  type = 'post',
  link,
}: Post): string => `
<item>
  <title>Post &amp; number ${id}</title>
  <link>${link ?? `https://blog.example/2020/05/post-${id}/`}</link>
  <content:encoded><![CDATA[${html}]]></content:encoded>
  <wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>2020-05-0${id} 10:00:00</wp:post_date_gmt>
  <wp:post_name>post-${id}</wp:post_name>
  <wp:status>${status}</wp:status>
  <wp:post_type>${type}</wp:post_type>
  ${elements}
</item>`;

const wxr = (items: string, head = ''): string => `<?xml version="1.0" encoding="UTF-8" ?>
${head}<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Blog</title><link>https://blog.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://blog.example</wp:base_blog_url>${items}</channel></rss>`;

async function importXml(text: string | Buffer, ...words: readonly string[]) {
  const folder = await filesOf({ 'blog.xml': text });
  const ran = await run(app, 'import', join(folder, 'blog.xml'), ...CHOSEN, ...words);
  return { ...ran, errors: ran.errors.map((line) => line.replaceAll(`${folder}/`, '')) };
}

const SOURCE = 'wordpress https://blog.example';
const htmlOf = async (number: number): Promise<unknown> =>
  (await app.get(`/component/html_contents/${idOf(`post:${number}:text`, SOURCE)}`, { as: 'superAdmin' }))
    .body['html'];

describe('cms import of an export of WordPress', () => {
  test('posts and pages become page data with text, date and address; a second run changes nothing', async () => {
    const text = wxr(
      post({ id: 1 }) + post({ id: 2, type: 'page', elements: '<wp:post_parent>1</wp:post_parent>' }),
    );
    expect(await importXml(text)).toMatchObject({ code: 0, errors: [] });
    const { body } = await app.get('/_/routes//2020/05/post-1');
    expect(body['pageData']).toContain(idOf('post:1', SOURCE));
    const record = await app.get(String(body['pageData']));
    expect(record.body).toMatchObject({ title: 'Post & number 1', routePath: '/2020/05/post-1' });
    const child = await app.get(`/page_data/blog_article_datas/${idOf('post:2', SOURCE)}`);
    expect(child.body['parentPageData']).toBe(body['pageData']);
    expect((await importXml(text)).printed.at(-1)).toBe('Imported: created 0, changed 0, left 8 untouched.');
  });

  test('visitors see what was public; drafts, private and password-protected posts stay hidden until their date', async () => {
    const items = [
      post({ id: 1 }),
      post({ id: 2, status: 'draft' }),
      post({ id: 3, status: 'private' }),
      post({ id: 4, elements: '<wp:post_password>sesame</wp:post_password>' }),
      post({ id: 5, status: 'future' }).replace('2020-05-05', '2199-05-05'),
      post({ id: 6, status: 'trash' }),
    ];
    const { errors } = await importXml(wxr(items.join('')));
    expect(errors).toEqual(['Not imported: 1 × post (trash).']);
    const status = async (id: number): Promise<number> =>
      (await app.get(`/_/routes//2020/05/post-${id}`)).status;
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(status))).toEqual([200, 404, 404, 404, 404, 404]);
    const text = await app.get(`/component/html_contents/${idOf('post:4:text', SOURCE)}`);
    expect(text.status).toBe(404);
  });

  test('text loses active content, and empty lines of the old editor become paragraphs', async () => {
    const hostile =
      '<p onclick="a()">Hi<script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:a()">x</a></p><iframe src="//e"></iframe><!-- wp:block -->';
    await importXml(wxr(post({ id: 1, html: hostile }) + post({ id: 2, html: 'One\n\nTwo\nlines' })));
    expect(await htmlOf(1)).toBe('<p>Hi<img src="x"><a>x</a></p>');
    expect(await htmlOf(2)).toBe('<p>One</p>\n<p>Two<br>\nlines</p>');
  });

  test('reads CDATA sections that contain their own end, characters invalid in XML, and other prefixes', async () => {
    const text = wxr(post({ id: 1, html: '<p>a ]]]]><![CDATA[> b\u0000\u0008c</p>' }))
      .replaceAll('wp:', 'w:')
      .replace('xmlns:w:', 'xmlns:w');
    const fixed = text.replace('xmlns:wp=', 'xmlns:w=');
    const { code, errors } = await importXml(fixed);
    expect({ code, errors }).toEqual({
      code: 0,
      errors: ['Removed 2 characters that are not valid in XML.'],
    });
    expect(await htmlOf(1)).toBe('<p>a ]]&gt; bc</p>');
  });

  test.each([
    [
      'a document type, which could contain an entity bomb',
      wxr(post({ id: 1 }), '<!DOCTYPE rss [<!ENTITY a "aaaa">]>'),
      /^blog\.xml:\d+: The file has a document type/,
    ],
    [
      'an undeclared entity',
      wxr(post({ id: 1, elements: '<wp:x>&lol;</wp:x>' })),
      /^blog\.xml:\d+: undefined entity/,
    ],
    ['a missing end tag', wxr(post({ id: 1 })).slice(0, -30), /^blog\.xml:\d+: unclosed tag/],
    ['elements that are nested too deeply', wxr('<a>'.repeat(100)), /too deeply/],
    [
      'another kind of feed',
      wxr(post({ id: 1 })).replace('<wp:wxr_version>1.2</wp:wxr_version>', ''),
      /is not a WordPress export/,
    ],
    [
      'bytes that are not UTF-8',
      Buffer.concat([Buffer.from(wxr(post({ id: 1 }))), Buffer.from([0xff])]),
      /is not valid UTF-8/,
    ],
    ['two items with one id', wxr(post({ id: 1 }) + post({ id: 1 })), /Duplicate <wp:post_id> 1\./],
  ])('%s is rejected with its line, and nothing is stored', async (_name, text, message) => {
    const { code, errors } = await importXml(text);
    expect(code).toBe(1);
    expect(errors[0]).toMatch(message);
    expect((await app.get('/component/html_contents', { as: 'superAdmin' })).body['totalItems']).toBe(0);
  });

  test('a file that does not name its site requires the name of its source', async () => {
    const text = wxr(post({ id: 1 })).replaceAll('https://blog.example</', '</');
    const { code, errors } = await importXml(text);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: [expect.stringMatching(/does not name its site/)],
    });
    expect(await importXml(text, '--source', 'old blog')).toMatchObject({ code: 0, errors: [] });
  });

  test('a mapping assigns post types and members, and a dry run prints it', async () => {
    const event = post({
      id: 1,
      type: 'event',
      elements: `<dc:creator>ada</dc:creator><excerpt:encoded>In &lt;b&gt;short&lt;/b&gt;</excerpt:encoded>
        <category domain="category" nicename="a">Talks</category><category domain="category" nicename="b">Fairs</category>`,
    });
    const map = (mapping: object): Promise<string> =>
      filesOf({ 'blog.xml': wxr(event + post({ id: 2 })), 'map.json': JSON.stringify(mapping) });
    const runWith = async (mapping: object, ...words: readonly string[]) => {
      const folder = await map(mapping);
      const file = join(folder, 'map.json');
      const ran = await run(app, 'import', join(folder, 'blog.xml'), '--mapping', file, ...words);
      return { ...ran, errors: ran.errors.map((line) => line.replaceAll(`${folder}/`, '')) };
    };
    const mapping = {
      event: {
        pageData: 'BlogArticleData',
        text: null,
        members: { metaDescription: 'categories', title: 'author' },
      },
    };
    const dry = await runWith(mapping, '--dry-run');
    expect({ code: dry.code, errors: dry.errors, first: dry.printed[0] }).toEqual({
      code: 0,
      errors: ['Not imported: 1 × post.'],
      first:
        'event becomes BlogArticleData with the template article: title from author, metaDescription from categories.',
    });
    expect(await runWith(mapping)).toMatchObject({ code: 0 });
    const { body } = await app.get(`/page_data/blog_article_datas/${idOf('post:1', SOURCE)}`);
    expect(body).toMatchObject({ title: 'ada', metaDescription: 'Talks, Fairs' });
    const faulty: readonly (readonly [object, RegExp])[] = [
      [{}, /^map\.json: The file maps no post types/],
      [{ post: { pagedata: 'X' } }, /^map\.json: "post" has "pageData", .*, but not "pagedata"\.$/],
      [{ post: { members: { title: 'headline' } } }, /^map\.json: "title" must be one of title, content/],
      [{ post: { pageData: 'BlogArticleData', members: { titel: 'title' } } }, /has no field "titel"/],
      [
        { post: { pageData: 'BlogArticleData', text: { slot: 'image' } } },
        /"image" of BlogArticleData is not a slot/,
      ],
    ];
    for (const [wrong, message] of faulty) {
      const { code, errors } = await runWith(wrong);
      expect({ code, errors }).toEqual({ code: 1, errors: [expect.stringMatching(message)] });
    }
  });

  test('types and templates must be named if they are ambiguous', async () => {
    const folder = await filesOf({ 'blog.xml': wxr(post({ id: 1 })) });
    const path = join(folder, 'blog.xml');
    const unclear = await run(app, 'import', path, '--page-data', 'EventDat');
    expect(unclear.errors).toEqual([
      expect.stringMatching(/^Choose a type for posts and pages with --page-data: /),
    ]);
    const noTemplate = await run(app, 'import', path, ...CHOSEN, '--template', 'other');
    expect(noTemplate.errors).toEqual(['Choose a template for BlogArticleData with --template: article.']);
  });
});
