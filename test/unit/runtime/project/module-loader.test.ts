import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createModuleLoader } from '../../../../runtime/project/module-loader.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

async function outputs(root: string): Promise<readonly string[]> {
  return (await readdir(join(root, '.cms'))).filter((file) => file.endsWith('.mjs'));
}

describe('project modules', () => {
  test('are compiled from TypeScript with their siblings to one JavaScript module', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'number.ts'), 'export const number: number = 42;');
    await writeFile(
      join(root, 'main.ts'),
      "import { number } from './number.js';\nexport const answer: string = `it is ${number}`;",
    );
    const module = await createModuleLoader(root).load({
      name: 'main',
      contents: "export { answer } from './main.ts';",
      resolveDir: root,
    });
    expect(module).toMatchObject({ answer: 'it is 42' });
  });

  test('are transpiled again only if they or their siblings changed', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'value.ts'), 'export const value = 1;');
    await writeFile(join(root, 'main.ts'), "export { value } from './value.js';");
    const source = { name: 'main', contents: "export * from './main.ts';", resolveDir: root };
    await createModuleLoader(root).load(source);
    const [first] = await outputs(root);
    const written = (await stat(join(root, '.cms', 'main.json'))).mtimeMs;
    await createModuleLoader(root).load(source);
    expect((await stat(join(root, '.cms', 'main.json'))).mtimeMs).toBe(written);

    await writeFile(join(root, 'value.ts'), 'export const value = 2;');
    expect(await createModuleLoader(root).load(source)).toMatchObject({ value: 2 });
    const files = await outputs(root);
    expect(files).toHaveLength(1);
    expect(files[0]).not.toBe(first);
  });

  test('have a cache folder that version control ignores', async () => {
    const root = await temporaryFolder();
    await createModuleLoader(root).load({ name: 'main', contents: 'export const a = 1;', resolveDir: root });
    expect(await readdir(join(root, '.cms'))).toContain('.gitignore');
  });

  test.each([
    ["import pad from 'left-pad-of-none';\nexport const a = pad;", 'left-pad-of-none'],
    ["import { b } from '@none/scoped/deep.js';\nexport const a = b;", '@none/scoped'],
  ])('that import a missing package are reported with their file: %s', async (text, name) => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'main.ts'), "export * from './inner.js';");
    await writeFile(join(root, 'inner.ts'), text);
    await expect(createModuleLoader(root).importFile(join(root, 'main.ts'))).rejects.toThrow(
      `inner.ts imports the package "${name}", which is not installed. Run \`npm install ${name}\``,
    );
  });

  test('with errors are reported with file, line and column', async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'broken.ts'), 'export const a = ;');
    const source = { name: 'broken', contents: "export * from './broken.ts';", resolveDir: root };
    await expect(createModuleLoader(root).load(source)).rejects.toThrow('broken.ts:1:17: Unexpected ";"');
  });
});
