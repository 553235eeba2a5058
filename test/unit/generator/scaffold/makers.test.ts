import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  generate,
  loadTemplates,
  makeCmsScaffold,
  makeComponent,
  makePageData,
  makeRenameComponent,
  parsePropertyDefinitions,
  writeMadeFiles,
  type Templates,
} from '../../../../generator/index.js';
import { checkSyntax } from '../../../../generator/render/check-syntax.js';

let templates: Templates;
let root: string;

beforeAll(async () => {
  templates = await loadTemplates();
  root = await mkdtemp(join(tmpdir(), 'makers-'));
});
afterAll(() => rm(root, { recursive: true }));

const documentOf = (made: { files: readonly { content: string }[] }): unknown =>
  JSON.parse(made.files[0]?.content ?? '');

describe('make:api-component', () => {
  test('every flag adds its keyword', () => {
    const made = makeComponent(
      { name: 'HeroBlock', timestamped: true, publishable: true, uploadable: true },
      templates,
    );
    expect(made.files[0]?.path).toBe('schemas/HeroBlock.json');
    expect(documentOf(made)).toMatchObject({
      title: 'HeroBlock',
      'x-resource': 'component',
      'x-publishable': true,
      'x-timestamped': true,
      properties: { file: { type: ['string', 'null'], 'x-upload': { adapter: 'local' } } },
    });
    expect(made.guidance.join('\n')).toContain('/component/hero_blocks');
    expect(made.guidance.join('\n')).toContain('CwaComponentHeroBlock');
  });

  test('makes a record type, which cannot be placed on pages', () => {
    const made = makeComponent({ name: 'ContactMessage', record: true, timestamped: true }, templates);
    expect(documentOf(made)).toMatchObject({ 'x-resource': 'record', 'x-timestamped': true });
    expect(made.guidance.join('\n')).toContain('/record/contact_messages. Only administrators have access');
    expect(made.guidance.join('\n')).not.toContain('CwaComponent');
    expect(() => makeComponent({ name: 'Note', record: true, publishable: true }, templates)).toThrow(
      'Record types have no drafts.',
    );
  });

  test('refuses a name that is not a PascalCase identifier', () => {
    expect(() => makeComponent({ name: 'hero-block' }, templates)).toThrow(/PascalCase/);
  });
});

describe('make:page-data', () => {
  test('reads names, types and nullability', () => {
    expect(parsePropertyDefinitions(['headline:?string, seats:int', '', 'plain', 'banner:Image'])).toEqual([
      { name: 'headline', type: 'string', isNullable: true },
      { name: 'seats', type: 'int', isNullable: false },
      { name: 'plain', type: 'string', isNullable: true },
      { name: 'banner', type: 'Image', isNullable: false },
    ]);
  });

  test.each([':string', '9lives:int', 'a:b:c'])('refuses %s with an example', (entry) => {
    expect(() => parsePropertyDefinitions([entry])).toThrow(
      `Invalid property definition "${entry}". Expected "name:type", e.g. "headline:?string".`,
    );
  });

  test('prints front-end configuration and scaffold lines', () => {
    const { guidance } = makePageData({ name: 'BlogPost', properties: ['mainImage:Image'] }, templates);
    expect(guidance).toContain("  BlogPost: { name: 'Blog Post', properties: { mainImage: 'Main Image' } }");
    expect(guidance).toContain("          group.pageDataPosition('BlogPost', 'mainImage');");
  });

  test('warns if there are no properties', () => {
    expect(makePageData({ name: 'BlogPost' }, templates).guidance[0]).toMatch(
      /^Warning: BlogPost has no fields/,
    );
  });
});

describe('the generated files', () => {
  test('pass generate, and are not overwritten', async () => {
    const component = makeComponent(
      { name: 'Image', publishable: true, timestamped: true, uploadable: true },
      templates,
    );
    const pageData = makePageData(
      { name: 'BlogPost', properties: ['a:string', 'b:?bool', 'c:float', 'd:datetime', 'e:Image'] },
      templates,
    );
    await writeMadeFiles(root, component);
    await writeMadeFiles(root, pageData);
    const { written } = await generate({ projectRoot: root });
    expect(written).toContain('descriptors/blog-post.ts');
    await expect(writeMadeFiles(root, component)).rejects.toThrow(/schemas\/Image\.json already exists/);
  });

  test('of a renamed component keep its table, stored type and allowed paths', async () => {
    const paths = ['schemas/BlogPost.json', 'schemas/Image.json'];
    const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
    const schemas = new Map(paths.map((path, index) => [path, texts[index] ?? '']));
    const made = makeRenameComponent({ oldName: 'Image', newName: 'Picture', schemas });
    expect(made).toMatchObject({ oldIri: '/component/images', newIri: '/component/pictures' });
    await writeMadeFiles(root, made);
    for (const path of made.obsolete) await rm(join(root, path));
    expect(made.changed.map(({ path }) => path)).toEqual(['schemas/BlogPost.json']);
    for (const { path, content } of made.changed) await writeFile(join(root, path), content);
    const { migration } = await generate({ projectRoot: root });
    const text = migration.files.map(({ content }) => content).join('\n');
    expect(text).toContain("kind: 'renameTable', from: 'images', to: 'pictures'");
    expect(text).toMatch(/kind: 'replaceValue'[^}]*from: 'Image'[^}]*to: 'Picture'/);
    expect(text).toMatch(/kind: 'replaceListItem'[^}]*from: '\/component\/images'/);
    expect(migration.destructive).toEqual([]);
  });
});

describe('make:cms-scaffold', () => {
  test('emits a scaffold that parses, with the given layout', async () => {
    const made = makeCmsScaffold({ layoutReference: 'wide', layoutComponent: 'Wide' }, templates);
    expect(made.files[0]?.content).toContain("site.layout('wide', 'Wide').group('top');");
    await expect(checkSyntax(made.files)).resolves.toBeUndefined();
  });

  test('refuses a reference with a quotation mark', () => {
    expect(() => makeCmsScaffold({ layoutReference: "x'); evil(" }, templates)).toThrow(/is not valid/);
  });
});

describe('make:rename-component', () => {
  test('renames a record type, including its stored forms', () => {
    const schemas = new Map([
      ['schemas/Message.json', '{"title": "Message", "x-resource": "record"}'],
      ['schemas/forms/AskType.json', '{ "name": "AskType", "persist": "Message" }'],
      ['schemas/forms/SayType.json', '{ "persist": { "returnData": false, "type": "Message" } }'],
    ]);
    const made = makeRenameComponent({ oldName: 'Message', newName: 'Note', schemas });
    expect(made).toMatchObject({ oldIri: '/record/messages', newIri: '/record/notes' });
    expect(made.changed.map(({ content }) => content)).toEqual([
      '{ "name": "AskType", "persist": "Note" }',
      '{ "persist": { "returnData": false, "type": "Note" } }',
    ]);
  });

  test('removes the new name from the previous names when a type gets an earlier name back', () => {
    const text = '{"title": "A", "x-renamed-from": ["B", "C"], "x-resource": "component"}';
    const schemas = new Map([['schemas/A.json', text]]);
    const { files } = makeRenameComponent({ oldName: 'A', newName: 'B', schemas });
    expect(JSON.parse(files[0]?.content ?? '')).toMatchObject({ title: 'B', 'x-renamed-from': ['A', 'C'] });
  });

  test.each([
    [{ newIri: 'component/x' }, '--new-iri must be a collection IRI path starting with "/"'],
    [{ oldIri: '/.well-known/genid/1' }, '--old-iri is the IRI of a resource without an address'],
    [{ newIri: '/page_data/bs' }, '--new-iri must be the path of a collection of components or records'],
    [
      { oldIri: '/component/others' },
      '--old-iri does not match schemas/A.json, where the collection is /component/as',
    ],
    [{ newIri: '/component/others', newName: 'A', oldName: 'C' }, '--new-iri does not match schemas/A.json'],
    [{ oldName: 'C' }, 'schemas/C.json does not exist.'],
    [{ oldName: 'P' }, 'schemas/P.json is not a component or record type'],
    [{ newName: 'A' }, 'The new name is the same as the old one'],
    [{ newIri: '/record/bs' }, '--new-iri must be a path below /component/'],
  ])('refuses %j', (options, message) => {
    const schemas = new Map([
      ['schemas/A.json', '{"title": "A", "x-resource": "component"}'],
      ['schemas/P.json', '{"title": "P", "x-resource": "page_data"}'],
    ]);
    const request = { oldName: 'A', newName: 'B', schemas, ...options };
    expect(() => makeRenameComponent(request)).toThrow(message);
  });
});
