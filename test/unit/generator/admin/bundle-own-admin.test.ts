import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { bundleOwnAdmin } from '../../../../generator/admin/bundle-own-admin.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const PART = `import { defineAdmin } from 'cms-api-components-admin';
export default defineAdmin({ screens: [{ path: 'hall', label: 'Hall', Page: () => <p>Hall</p> }] });
`;

let root: string;
beforeEach(async () => {
  root = await temporaryFolder();
  await file('package.json', '{}');
  await file('node_modules/cms-api-components-admin/package.json', '{}');
  const shared = ['cms-api-components-admin', 'react', 'react/jsx-runtime', '@mui/material'];
  await file('node_modules/cms-api-components-admin/dist/shared.json', JSON.stringify(shared));
});

async function file(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}
const bundle = (isFinal = true) => bundleOwnAdmin({ root, isServed: true, isFinal });
const written = async (): Promise<string[]> => (await readdir(join(root, 'dist/admin'))).sort();
const manifest = async (): Promise<{ script: string; style?: string }> =>
  JSON.parse(await readFile(join(root, 'dist/admin/own.json'), 'utf8'));
const script = async (): Promise<string> =>
  readFile(join(root, 'dist/admin', (await manifest()).script), 'utf8');

describe('admin extensions of a project', () => {
  test('are bundled into one compressed script with a hash in its name, without the libraries of the page', async () => {
    await file('admin/index.tsx', PART);
    await bundle();
    const { script: name } = await manifest();
    expect(name).toMatch(/^index-\w{8}\.js$/);
    expect(await written()).toEqual([name, `${name}.br`, `${name}.gz`, 'own.json']);
    const imported = [...(await script()).matchAll(/from\s?"([^"]+)"/g)].map(([, from]) => from);
    expect(imported.sort()).toEqual(['cms-api-components-admin', 'react/jsx-runtime']);
  });

  test('can import styles, images and files that are loaded on demand', async () => {
    await file('admin/index.tsx', `import './style.css';\nvoid import('./later');\n${PART}`);
    await file('admin/later.ts', `import star from './star.svg';\nexport default star;\n`);
    await file('admin/star.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    await file('admin/style.css', '.hall { color: red }');
    await bundle();
    const { style = '' } = await manifest();
    expect(await readFile(join(root, 'dist/admin', style), 'utf8')).toContain('.hall');
    expect((await written()).filter((name) => /^later-\w{8}\.js$/.test(name))).toHaveLength(1);
  });

  test('import single components of the page library from the page, like icon packages do', async () => {
    await file(
      'admin/index.tsx',
      `import Button from '@mui/material/Button';\nimport { styled } from '@mui/material/styles';\nexport default { a: styled(Button) };\n`,
    );
    await bundle();
    expect(await script()).toMatch(/from\s?"@mui\/material"/);
    expect(await script()).not.toContain('@mui/material/');
  });

  test.each([
    ['ra-core', 'Import its public API from cms-api-components-admin'],
    ['@emotion/styled', 'Import styled from @mui/material'],
    ['react-router-dom', 'Import Link and useNavigate from cms-api-components-admin'],
  ])('cannot bundle a second %s, and the error names the module to import', async (name, remedy) => {
    await file('admin/index.tsx', `\nimport * as all from '${name}';\nexport default all;\n`);
    await expect(bundle()).rejects.toThrow(new RegExp(`^admin/index\\.tsx:2:\\d+: "${name}".*${remedy}`));
  });

  test('that cannot be bundled are reported with file, line and fix, and the previous bundle is kept', async () => {
    await file('admin/index.tsx', PART);
    await bundle();
    const before = await manifest();
    await file('admin/index.tsx', `import './part';\n${PART}`);
    await file('admin/part.tsx', 'export const a = 1;\nexport const b = <p>;\n');
    await expect(bundle()).rejects.toThrow(/^admin\/part\.tsx:\d:\d+: /);
    await file('admin/part.tsx', `import 'no-such-package/deep';\n`);
    await expect(bundle()).rejects.toThrow(
      'admin/part.tsx:1:7: Could not resolve "no-such-package/deep". Run `npm install no-such-package` if it is a package for browsers',
    );
    expect(await manifest()).toEqual(before);
  });

  test('are removed with their folder, without leftovers', async () => {
    await file('admin/index.tsx', PART);
    await bundle();
    const before = await manifest();
    await file('admin/index.tsx', PART.replaceAll('Hall', 'Wall'));
    await bundle(false);
    expect(await written()).not.toContain(before.script);
    await rm(join(root, 'admin'), { recursive: true });
    expect(await bundle()).toEqual({ written: [], inputs: [] });
    expect(existsSync(join(root, 'dist/admin'))).toBe(false);
  });

  test('name the command that installs the admin if it is missing', async () => {
    await file('admin/index.tsx', PART);
    await rm(join(root, 'node_modules/cms-api-components-admin/dist'), { recursive: true });
    await expect(bundle()).rejects.toThrow(
      /shared\.json is missing\. Reinstall the admin with `npm install cms-api-components-admin@/,
    );
  });
});
