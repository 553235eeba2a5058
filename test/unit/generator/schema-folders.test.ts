import { describe, expect, test } from 'vitest';
import { projectTables } from '../../../generator/build-project.js';
import { emitFiles } from '../../../generator/emit/emit-files.js';
import { buildModel } from '../../../generator/model/build-model.js';
import { loadTemplates } from '../../../generator/render/templates.js';
import { parseSchemas } from '../../../generator/schema/load-schemas.js';
import { inspectSchemas } from '../../../generator/checks/validate-schemas.js';
import type { SchemaFiles } from '../../../runtime/kernel/contract/features/schema-folder.js';

type Campaign = { readonly name: string; readonly page: string; readonly notice?: string };

const schemaFiles: SchemaFiles<Campaign, Campaign> = {
  metaSchema: {
    type: 'object',
    properties: { name: { type: 'string' }, page: { type: 'string' }, notice: { type: 'string' } },
    required: ['name', 'page'],
    additionalProperties: false,
  },
  check(files, { types, membersOf, reservedNames, checkFileName, checkConstraints, checkFunction }) {
    for (const file of files) {
      const { name, page, notice = '' } = file.definition;
      checkFileName(file, 'name', name);
      checkConstraints([{ Lenght: {} }], file.place.below('page'));
      checkFunction(file.place.below('notice'), { kind: 'notice', key: 'notices', name: notice });
      if (reservedNames.has(name)) file.place.report('The name is reserved.', 'Use another one.');
      if (!types.some(({ title }) => title === page) || membersOf(page) === undefined)
        file.place.below('page').report(`"${page}" is not a type.`, 'Name a type.');
    }
  },
  build: (campaigns) => campaigns,
  definitionOf: (campaign) => campaign,
  typesOf: ({ name, page }) => ({
    file: name.toLowerCase(),
    names: [name],
    print: (use) => [{ name, type: `${use('Page')} | '${page}'`, description: `A campaign of ${page}.` }],
  }),
  clientSchemaOf: ({ name }) => ({
    file: name.toLowerCase(),
    name: `${name}Schema`,
    dependsOn: [],
    constants: [`${name}Schema`],
    print: (file) => [
      { name: `${name}Schema`, value: file.literal({ check: file.addCheck([{ NotBlank: {} }]) }) },
    ],
  }),
  clientModuleOf: (campaigns) => ({
    file: 'campaigns',
    script: `export const count = ${campaigns.length};\n`,
    declarations: 'export declare const count: number;\n',
  }),
};

const folders = [{ name: 'campaigns', files: schemaFiles }];
const HOME = { title: 'Home', type: 'object', 'x-resource': 'page_data' };

function inspect(campaigns: Readonly<Record<string, object>>) {
  const texts = [
    { path: 'Home.json', text: JSON.stringify(HOME) },
    ...Object.entries(campaigns).map(([name, campaign]) => ({
      path: `campaigns/${name}.json`,
      text: JSON.stringify(campaign),
    })),
  ];
  return inspectSchemas(parseSchemas(texts), { folders, projectCode: { notices: ['banner'] } });
}

describe('a folder of schema files that a feature declares', () => {
  test('is checked against its meta-schema', () => {
    const { problems } = inspect({
      Spring: { name: 'Spring', page: 'Home', notice: 'banner', colour: 'red' },
    });
    expect(problems).toContainEqual(
      expect.objectContaining({ file: 'campaigns/Spring.json', message: 'Unknown keyword "colour".' }),
    );
  });

  test('is checked by its feature, with the checks of the generator', () => {
    const { problems } = inspect({ Spring: { name: 'Route', page: 'Hone', notice: 'baner' } });
    expect(problems.map(({ pointer, message }) => [pointer, message])).toEqual([
      ['', 'The name is reserved.'],
      ['/name', 'The name "Route" differs from the file name.'],
      ['/notice', 'The notice "baner" is not registered.'],
      ['/page', '"Hone" is not a type.'],
      ['/page/0/Lenght', expect.stringContaining('Lenght')],
    ]);
  });

  test('adds its models, ordered by name, to the generated files', async () => {
    const { set } = inspect({
      Spring: { name: 'Spring', page: 'Home' },
      Autumn: { name: 'Autumn', page: 'Home' },
    });
    const model = buildModel(set);
    expect(model.folders['campaigns']?.map(({ model: { name }, sourceFile }) => [name, sourceFile])).toEqual([
      ['Autumn', 'campaigns/Autumn.json'],
      ['Spring', 'campaigns/Spring.json'],
    ]);
    const { changed } = await emitFiles({
      model: { ...model, tables: projectTables(model) },
      templates: await loadTemplates(),
      outputDir: '/nowhere',
      folders,
    });
    const text = (path: string) => changed.find((file) => file.path === path)?.content;
    expect(text('types/spring.d.ts')).toContain("export type Spring = Page | 'Home';");
    expect(text('types/index.d.ts')).toContain("export type { Spring } from './spring.js';");
    expect(text('client/schemas/spring.js')).toContain('export const SpringSchema = { check: check };');
    expect(text('client/schemas.js')).toContain("export { SpringSchema } from './schemas/spring.js';");
    expect(text('client/campaigns.js')).toContain('export const count = 2;');
    expect(text('manifest.ts')).toContain(`  campaigns: [
    { definition: { name: 'Autumn', page: 'Home' } },
    { definition: { name: 'Spring', page: 'Home' } },
  ],`);
  });
});
