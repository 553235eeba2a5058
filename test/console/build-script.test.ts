import { spawn, spawnSync } from 'node:child_process';
import { copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { resultOf } from './run-cms.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const COPIED = [
  'runtime/package.json',
  'runtime/tsconfig.json',
  'generator/package.json',
  'generator/tsconfig.json',
  'create/package.json',
  'create/tsconfig.json',
  'test/bench/tsconfig.json',
  ...[
    'admin-app/build.js',
    'admin-app/shared-modules.js',
    'admin-app/third-party.js',
    'admin-app/types/index.d.ts',
    'admin-app/index.html',
  ],
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
  ...['build.js', 'bundle-runtime.js', 'client-rules.js', 'generate-sources.js', 'packed-declarations.js'],
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const SOURCES = [
  'runtime/index.ts',
  'runtime/client/rules.ts',
  'runtime/features/documentation/docs-page/copy-assets.ts',
  'runtime/console/command-line/bin.ts',
  'runtime/console/command-line/write-manifests.ts',
  'generator/index.ts',
  'create/bin.ts',
  'test/bench/run.ts',
  'admin-app/src/start.ts',
];
/** Folders whose files the page of the admin refers to. */
const SCREENS = [
  'screens/records/list-page',
  'screens/records/edit-page',
  'screens/records/create-page',
  'screens/pages/pages',
  'screens/pages/page-screen',
];
/** Values that the admin provides to extensions, by type. */
const SHARED = 'admin-app/src/app/extensions/extension-api.ts';

/** A checkout with one small file for each source folder. */
async function aCheckout(): Promise<string> {
  const root = await temporaryFolder();
  for (const path of COPIED) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await copyFile(join(REPOSITORY, path), join(root, path));
  }
  for (const folder of ['templates/mail', 'templates/client', 'create/templates', 'docs'])
    await mkdir(join(root, folder), { recursive: true });
  await write(root, SHARED, 'export default {};\n');
  const screens = SCREENS.map((path) => `import('./${path}.js')`);
  await write(root, 'admin-app/src/main.tsx', `export const screens = [${screens.join(', ')}];\n`);
  for (const path of [...SOURCES, ...SCREENS.map((path) => `admin-app/src/${path}.tsx`)]) {
    await write(root, path, 'export const one = 1;\n');
  }
  await symlink(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  return root;
}

async function write(root: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

function build(root: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'build.js')], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** Generates the sources that need packages before these are removed. */
function generateClientRules(root: string): void {
  const program = `import('./generate-sources.js').then((module) => module.generateClientRules())`;
  spawnSync(process.execPath, ['-e', program], { cwd: root });
}

const NOTHING = { status: 0, stdout: '', stderr: '' };

describe('npm run build', () => {
  test('logs its steps, and compiles nothing if nothing or only a document changed', async () => {
    const root = await aCheckout();
    expect(build(root).stderr).toMatch(
      /^Compiling for the first time: .*\.\n(?:Still compiling .*\n)*Compiled in \d+ s\.\n$/,
    );
    expect(build(root)).toEqual(NOTHING);

    await write(root, 'runtime/index.ts', 'export const two = 2;\n');
    expect(build(root).stderr).toMatch(/^Compiling changes\.\n(?:Still compiling .*\n)*Compiled in/);
    expect(await readFile(join(root, 'runtime/dist/bundled/index.js'), 'utf8')).toContain('two = 2');
    expect(build(root)).toEqual(NOTHING);

    await write(root, 'docs/one.md', '# One\n');
    expect(build(root)).toEqual(NOTHING);
    const copy = join(root, 'generator/dist/docs/one.md');
    expect(await readFile(copy, 'utf8')).toBe('# One\n');
    await rm(dirname(copy), { recursive: true });
    expect(build(root)).toEqual(NOTHING);
    expect(await readFile(copy, 'utf8')).toBe('# One\n');
  });

  test('bundles the admin again only if it or the client that it uses changed', async () => {
    const root = await aCheckout();
    build(root);
    const pageOf = () => readFile(join(root, 'admin-app/dist/index.html'), 'utf8');
    const first = await pageOf();
    await write(root, 'admin-app/src/start.ts', 'document.title = "two";\n');
    expect(build(root)).toEqual(NOTHING);
    expect(await pageOf()).not.toBe(first);
    await rm(join(root, 'admin-app/dist'), { recursive: true });
    await write(root, 'templates/client/core.ts', 'export {};\n');
    expect(build(root).status).toBe(0);
    expect(await pageOf()).toMatch(/__BASE__assets\/main-[\w-]+\.js/);
  });

  test('compiles again after an error, after a file was added or removed, and without its output', async () => {
    const root = await aCheckout();
    await write(root, 'runtime/index.ts', 'export const two: string = 2;\n');
    expect([build(root).status, build(root).status]).not.toContain(0);
    await write(root, 'runtime/index.ts', 'export const two = 2;\n');
    expect(build(root).stderr).toContain('Compiled');

    await write(root, 'generator/more.ts', 'export {};\n');
    expect(build(root).stderr).toContain('Compiled');
    await rm(join(root, 'generator/more.ts'));
    expect(build(root).stderr).toContain('Compiled');
    await rm(join(root, 'runtime/dist'), { recursive: true });
    expect(build(root).stderr).toContain('Compiled');
    expect(await readFile(join(root, 'runtime/dist/bundled/index.js'), 'utf8')).toContain('two = 2');
  });

  test('compiles once if several start at once, and if one was killed', async () => {
    const root = await aCheckout();
    await write(root, 'dist/.compiled-by', String(spawnSync(process.execPath, ['-e', '']).pid));
    const builds = [1, 2].map(() => resultOf(spawn(process.execPath, [join(root, 'build.js')])));
    const [one, other] = await Promise.all(builds);
    expect([one?.code, other?.code]).toEqual([0, 0]);
    expect(`${one?.stderr}${other?.stderr}`.match(/Compiled in/g)).toHaveLength(1);
  });

  test('updates one line on a terminal while it compiles', async () => {
    const root = await aCheckout();
    generateClientRules(root);
    await rm(join(root, 'node_modules'));
    await write(root, 'node_modules/typescript/bin/tsc', 'setTimeout(() => process.exit(1), 3500);\n');
    const command = `"${process.execPath}" "${join(root, 'build.js')}"`;
    // `script` of util-linux runs a command on a separate terminal.
    const { status, stdout } = spawnSync('script', ['-qec', command, '/dev/null'], { encoding: 'utf8' });
    expect(status).toBe(1);
    const [line, ...rest] = stdout.split(/\r?\n/);
    expect(rest).toEqual(['']);
    const states = line!.split('\r\u001B[2K');
    expect(states.length).toBeGreaterThanOrEqual(3);
    expect(new Set(states.map((state) => state.replace(/ \(\d+ s\)$/, ''))).size).toBe(1);
    expect(states.at(-1)).toMatch(/^Compiling for the first time: .* \(\d+ s\)$/);
  });

  test('requires `npm install` in a checkout without packages', async () => {
    const root = await aCheckout();
    await rm(join(root, 'node_modules'));
    expect(build(root)).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('Run `npm install`'),
    });
  });
});
