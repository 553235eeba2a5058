import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCms } from '../console/run-cms.js';
import { installPackage } from '../console/running-site.js';

const GUIDE = new URL('../../docs/how-to/import-and-export.md', import.meta.url);

/** Code blocks of a section of the guide, by language. */
async function blocksOf(section: string, language: string): Promise<readonly string[]> {
  const text = (await readFile(GUIDE, 'utf8')).split(/^## /m).find((one) => one.startsWith(section)) ?? '';
  return [...text.matchAll(/^```(\w+)(?: \[[^\]\n]*\])?\n(.*?)^```$/gms)].flatMap(([, name, code = '']) =>
    name === language ? [code] : [],
  );
}

/** Arguments of `npx cms` in each command of a section. */
async function commandsOf(section: string): Promise<readonly (readonly string[])[]> {
  const lines = (await blocksOf(section, 'sh')).flatMap((block) => block.trim().split('\n'));
  return lines.map((line) => line.replace('npx cms ', '').split(' '));
}

const item = (id: number, type: string, more: string): string => `<item>
  <title>Number ${id}</title>
  <link>https://blog.example/2020/05/number-${id}/</link>
  <content:encoded><![CDATA[<!-- wp:paragraph --><p>A text 🚀</p><!-- /wp:paragraph -->]]></content:encoded>
  <excerpt:encoded><![CDATA[In short.]]></excerpt:encoded>
  <wp:post_id>${id}</wp:post_id>
  <wp:post_date_gmt>2020-05-0${id} 10:00:00</wp:post_date_gmt>
  <wp:post_name>number-${id}</wp:post_name>
  <wp:status>publish</wp:status>
  <wp:post_type>${type}</wp:post_type>${more}
</item>`;

const BLOG = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel><title>Blog</title><link>https://blog.example</link><wp:wxr_version>1.2</wp:wxr_version>
<wp:base_blog_url>https://blog.example</wp:base_blog_url>
${item(1, 'post', '<category domain="post_tag" nicename="sea"><![CDATA[Sea]]></category>')}
${item(2, 'page', '')}
${item(3, 'event', '<category domain="category" nicename="hall"><![CDATA[The hall]]></category>')}
${item(4, 'attachment', '<wp:attachment_url>https://blog.example/4.jpg</wp:attachment_url>')}
</channel></rss>`;

/** Types in the mapping of the guide that the project does not have. */
const EVENT = {
  ...{ title: 'EventData', type: 'object', 'x-resource': 'page_data' },
  properties: { place: { type: ['string', 'null'] }, startsAt: { type: 'string', format: 'date-time' } },
};

/** The project that the guide describes, with its content. */
async function aBlog(): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), 'cms-blog-'));
  await done(cwd, 'init', '.', '--content', 'blog');
  expect(await readFile(join(cwd, 'package.json'), 'utf8')).toContain('"cms-api-components-imports"');
  await installPackage(cwd);
  await mkdir(join(cwd, 'schemas'), { recursive: true });
  await writeFile(join(cwd, 'schemas/EventData.json'), JSON.stringify(EVENT));
  await writeFile(join(cwd, 'blog.xml'), BLOG);
  for (const command of ['generate', 'migrate:run', 'scaffold:load']) await done(cwd, command);
  return cwd;
}

/** Returns the output of a command that must succeed. */
async function done(cwd: string, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCms(words, { cwd });
  expect({ words, code, stderr: code === 0 ? '' : stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout + stderr;
}

describe('the import guide in a new blog', () => {
  let cwd = '';
  beforeAll(async () => {
    cwd = await aBlog();
  });
  afterAll(() => rm(cwd, { recursive: true }));

  test('imports a WordPress site with its texts and addresses, once', async () => {
    const [first = [], second = []] = await commandsOf('WordPress');
    const [mapping = ''] = await blocksOf('WordPress', 'json');
    await writeFile(join(cwd, 'wordpress.json'), mapping);

    expect(await done(cwd, ...first)).toMatch(/Not imported: .*1 × attachment/);
    const planned = await done(cwd, ...second);
    expect(planned).toContain('EventData: 1 created');
    expect(planned).toContain('Dry run: nothing was stored.');

    const really = second.filter((word) => word !== '--dry-run');
    expect(await done(cwd, ...really)).toContain('ArticleData: 1 created');
    expect(await done(cwd, ...really)).toContain('created 0, changed 0');
  });

  test('imports a format of the project with its flag', async () => {
    const [feature = ''] = await blocksOf('Custom formats', 'ts');
    const [command = []] = await commandsOf('Custom formats');
    const settings = await readFile(join(cwd, 'cms.config.json'), 'utf8');
    const config = `import { importTasks } from './import-tasks.js';
export default { ...${settings}, features: [importTasks] };
`;
    await rm(join(cwd, 'cms.config.json'));
    await writeFile(join(cwd, 'cms.config.ts'), config);
    await writeFile(join(cwd, 'import-tasks.ts'), feature);
    await writeFile(join(cwd, 'today.tasks'), 'Chairs\nTables\n');
    expect(await done(cwd, 'import', '--help')).toContain('--prefix=<value>');
    expect(await done(cwd, ...command)).toContain('Title: 2 created');
    expect(await done(cwd, ...command)).toContain('Title: 0 created, 0 changed, 2 untouched');
    await done(cwd, 'export', 'titles', '--type', 'Title');
    expect(await readFile(join(cwd, 'titles/Title.jsonl'), 'utf8')).toContain('"title":"Today:Tables"');
  });

  test('imports redirects to existing targets, with and without column names', async () => {
    const [command = []] = await commandsOf('Redirects');
    const [list = ''] = await blocksOf('Redirects', 'csv');
    const lines = list.replace('/new-page', '/').replace('/offers', '/old-page');
    await writeFile(join(cwd, 'redirects.csv'), lines);
    expect(await done(cwd, ...command)).toContain('Route: 3 created');
    await writeFile(join(cwd, 'redirects.csv'), lines.split('\n').slice(1).join('\n'));
    expect(await done(cwd, ...command)).toContain('Route: 0 created, 0 changed, 3 untouched');
  });
});
