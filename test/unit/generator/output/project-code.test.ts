import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { generatorOptions } from '../../../../generator/cli/generator-options.js';
import { generate } from '../../../../generator/index.js';

const type = (properties: object) => ({
  title: 'Box',
  type: 'object',
  'x-resource': 'component',
  properties,
});
const resolved = { type: ['string', 'null'], 'x-computed': { resolver: 'shout' } };
const uploaded = { type: ['string', 'null'], 'x-upload': { adapter: 'public', urlGenerator: 'signed' } };
const checked = { type: ['string', 'null'], 'x-constraints': [{ Callback: { name: 'isFree' } }] };

async function aProject(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'project-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'schemas/forms'), { recursive: true });
  for (const [path, text] of Object.entries(files)) await writeFile(join(root, path), text);
  return root;
}

const run = async (root: string) => generate(await generatorOptions(root));

describe('project functions in schema files', () => {
  const cases: readonly (readonly [string, object, { readonly place: string; readonly message: string }])[] =
    [
      [
        'resolvers',
        resolved,
        { place: 'x-computed/resolver', message: 'The resolver "shout" is not registered.' },
      ],
      [
        'urlGenerators',
        uploaded,
        { place: 'x-upload/urlGenerator', message: 'The URL generator "signed" is not registered.' },
      ],
      [
        'constraints',
        checked,
        { place: 'x-constraints/0/Callback/name', message: 'The constraint "isFree" is not registered.' },
      ],
    ];

  test.each(cases)(
    '%s that are not registered are reported with their path',
    async (key, field, { place, message }) => {
      const root = await aProject({
        'schemas/Box.json': JSON.stringify(type({ value: field })),
        'cms.config.ts': 'export default { extensions: { resolvers: { quiet: () => null } } };',
      });
      await expect(run(root)).rejects.toThrow(`schemas/Box.json#/properties/value/${place}`);
      await expect(run(root)).rejects.toThrow(message);
      await expect(run(root)).rejects.toThrow(`Register it in "extensions.${key}" of cms.config.ts`);
    },
  );

  test.each(cases)('%s that are registered are accepted', async (key, field) => {
    const code = `const one = () => null;\nexport default { extensions: { ${key}: { shout: one, signed: one, isFree: one } } };`;
    const root = await aProject({
      'schemas/Box.json': JSON.stringify(type({ value: field })),
      'cms.config.ts': code,
    });
    await expect(run(root)).resolves.toBeDefined();
  });

  test('cannot be registered by a JSON configuration, and built-in names need no registration', async () => {
    const root = await aProject({
      'schemas/Box.json': JSON.stringify(type({ value: resolved })),
      'cms.config.json': '{}',
    });
    await expect(run(root)).rejects.toThrow("a JSON configuration can't contain code");
    const plain = { ...uploaded, 'x-upload': { adapter: 'public', urlGenerator: 'temporary' } };
    await writeFile(join(root, 'schemas/Box.json'), JSON.stringify(type({ value: plain })));
    await expect(run(root)).resolves.toBeDefined();
  });

  test.each([
    ['missing', undefined],
    ['broken', '{'],
  ])('with %s settings are not checked', async (_name, text) => {
    const root = await aProject({ 'schemas/Box.json': JSON.stringify(type({ value: uploaded })) });
    if (text !== undefined) await writeFile(join(root, 'cms.config.json'), text);
    await expect(run(root)).resolves.toBeDefined();
  });

  test('a configuration in code that fails stops the run, because the tables of its features are unknown', async () => {
    const root = await aProject({
      'schemas/Box.json': JSON.stringify(type({ value: resolved })),
      'cms.config.ts': 'export default {',
    });
    await expect(run(root)).rejects.toThrow('cms.config.ts:1:16');
    await writeFile(join(root, 'cms.config.ts'), 'export const other = 1;');
    await expect(run(root)).rejects.toThrow('cms.config: is missing; use export default defineConfig');
  });

  test('a function that is no longer registered is detected although no schema file changed', async () => {
    const code = 'export default { extensions: { resolvers: { shout: () => null } } };';
    const root = await aProject({
      'schemas/Box.json': JSON.stringify(type({ value: resolved })),
      'cms.config.ts': code,
    });
    await run(root);
    await writeFile(join(root, 'cms.config.ts'), code.replace('shout', 'whisper'));
    await expect(run(root)).rejects.toThrow('The resolver "shout" is not registered.');
  });
});

describe('schemas/', () => {
  test.each(['schemas/Box.yaml', 'schemas/forms/AskType.yml'])(
    '%s is reported instead of ignored',
    async (path) => {
      const root = await aProject({ 'cms.config.json': '{}', [path]: 'title: Box\n' });
      await expect(run(root)).rejects.toThrow(`${path}`);
      await expect(run(root)).rejects.toThrow('Schema files are JSON');
    },
  );

  test('a file name with a leading "_" is ignored', async () => {
    const root = await aProject({ 'cms.config.json': '{}', 'schemas/_notes.yaml': 'one: 1\n' });
    await expect(run(root)).resolves.toBeDefined();
  });
});
