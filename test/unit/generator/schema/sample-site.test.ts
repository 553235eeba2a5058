import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../generator/model/build-model.js';
import { parseSchemas, readSchemas } from '../../../../generator/schema/load-schemas.js';
import { inspectSchemas, validateSchemas } from '../../../../generator/checks/validate-schemas.js';

describe('the schemas of the sample site', () => {
  const load = async () => parseSchemas(await readSchemas(process.cwd()));

  test('are accepted without a problem', async () => {
    expect(inspectSchemas(await load()).problems).toEqual([]);
  });

  test('define the types, paths and slots that the existing front end needs', async () => {
    const model = buildModel(validateSchemas(await load()));
    expect(model.resources.map(({ descriptor }) => [descriptor.name, descriptor.path])).toEqual([
      ['BlogArticleData', '/page_data/blog_article_datas'],
      ['HtmlContent', '/component/html_contents'],
      ['Image', '/component/images'],
      ['NavigationLink', '/component/navigation_links'],
      ['NestedPageData', '/page_data/nested_page_datas'],
      ['Title', '/component/titles'],
    ]);
    const article = model.resources[0];
    expect(article?.descriptor.pagination.itemsPerPage).toBe(12);
    expect(article?.fields.map(({ descriptor }) => descriptor)).toMatchObject([
      { name: 'htmlContent', kind: 'to-one', slot: true, target: 'HtmlContent', onDelete: 'set-null' },
      { name: 'image', kind: 'to-one', slot: true, target: 'Image', onDelete: 'set-null' },
      { name: 'routePath', kind: 'computed', coalesce: [['route', 'path']] },
    ]);
    expect(model.folders['forms']?.map(({ model: { name } }) => name)).toEqual([
      'ExampleChildType',
      'ExampleFormType',
    ]);
  });
});

describe('an empty schemas folder', () => {
  test('is valid', async () => {
    const loaded = parseSchemas(await readSchemas(`${process.cwd()}/no-such-folder`));
    const model = buildModel(validateSchemas(loaded));
    expect(model).toMatchObject({ resources: [], embedded: [], folders: { forms: [] } });
  });
});
