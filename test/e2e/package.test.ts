import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Archive, PACKAGE_FOLDERS, type PackageName, packArchives } from '../support/archives.js';

const run = promisify(execFile);
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

let archives: Readonly<Record<PackageName, Archive>>;
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cms-packed-'));
  archives = await packArchives(folder);
});

afterAll(() => rm(folder, { recursive: true }));

/** Targets of the links of a Markdown file inside the repository. */
async function linkedPaths(path: string): Promise<readonly string[]> {
  const text = await readFile(join(REPOSITORY, 'generator', path), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
}

/** Packages whose types the declarations of an entry point need, as the compiler resolves them. */
function packagesBehind(entry: string): readonly string[] {
  const program = ts.createProgram([join(REPOSITORY, entry)], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.startsWith(REPOSITORY) && !fileName.includes('node_modules'));
  const names = ours.flatMap((file) =>
    ts
      .preProcessFile(file.text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .map((specifier) => declaringPackage(specifier, file.fileName)),
  );
  return [...new Set(names)].sort();
}

/** Package that contains the declarations of a module: itself, one below `@types`, or none. */
function declaringPackage(specifier: string, from: string): string {
  const { resolvedModule } = ts.resolveModuleName(
    specifier,
    from,
    { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ts.sys,
    undefined,
    undefined,
    ts.ModuleKind.ESNext,
  );
  return resolvedModule?.packageId?.name ?? `nothing declares ${specifier}`;
}

/** Declarations that a package exports. */
const TYPES = [
  ['runtime', 'dist/index.d.ts'],
  ['generator', 'dist/index.d.ts'],
  ['admin-app', 'types/index.d.ts'],
  ['runtime/packages/imports', 'dist/index.d.ts'],
] as const;

interface Manifest {
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const manifestOf = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(REPOSITORY, folder, 'package.json'), 'utf8')) as Manifest; // a package of this repository

/** Dependencies and peer dependencies of a package. */
async function dependenciesOf(folder: string): Promise<readonly string[]> {
  const { dependencies = {}, peerDependencies = {} } = await manifestOf(folder);
  // The types of a package that extends the runtime refer to those of the runtime.
  const ofPeer = 'cms-api-components' in peerDependencies ? await dependenciesOf('runtime') : [];
  return [...Object.keys(dependencies), ...Object.keys(peerDependencies), ...ofPeer];
}

/** Tests, build information of the compiler, and sources. */
const SURPLUS = /(?:^|dist\/)(?:test\/|\.)|\.map$|(?<!\.d)(?<!templates\/.*)\.ts$/;

describe('the packages', () => {
  test('include in the runtime only its code, its types, its mails and the documentation page', () => {
    const paths = archives['cms-api-components'].files;
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'cms.js',
        'config/cms.config.schema.json',
        'dist/bundled/index.js',
        'dist/docs-assets/swagger-ui-bundle.js',
        'dist/index.d.ts',
        'dist/templates/mail/layout.html.hbs',
      ]),
    );
    expect(paths.filter((path) => SURPLUS.test(path))).toEqual([]);
  });

  test('include in the generator only its templates, the schemas of schema files and the documentation', () => {
    const paths = archives['cms-api-components-generator'].files;
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/docs/contract/README.md',
        'dist/index.d.ts',
        'dist/templates/client/core.ts',
        'schema/constraints.schema.json',
        'schema/resource.schema.json',
      ]),
    );
    expect(paths.filter((path) => SURPLUS.test(path))).toEqual([]);
  });

  test('include in the project creator only its code and its templates', () => {
    const paths = archives['create-cms-api-components'].files;
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/bin.js',
        'dist/create-project.d.ts',
        'templates/base/cms.config.json',
        'templates/base/gitignore',
        'templates/front-end/base/dev.js',
      ]),
    );
    expect(paths.filter((path) => SURPLUS.test(path))).toEqual([]);
  });

  test('include in the imports only their code and the types of the formats', () => {
    const paths = archives['cms-api-components-imports'].files;
    expect(paths).toEqual(
      expect.arrayContaining(['LICENSE', 'README.md', 'dist/index.d.ts', 'dist/index.js']),
    );
    expect(paths.filter((path) => SURPLUS.test(path) || /^dist\/.*\/.*\.d\.ts$/.test(path))).toEqual([]);
  });

  test('include in the admin only its files, their types, and the licenses of its dependencies', async () => {
    const paths = archives['cms-api-components-admin'].files;
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/index.html',
        'dist/shared.json',
        'types/index.d.ts',
      ]),
    );
    expect(paths.filter((path) => SURPLUS.test(path))).toEqual([]);
    const [notices = ''] = paths.filter((path) => /^dist\/assets\/third-party-\w{8}\.txt$/.test(path));
    const text = await readFile(join(REPOSITORY, 'admin-app', notices), 'utf8');
    const named = [...text.matchAll(/^=+\n(\S+) [\d.]+ \((.*)\)$/gm)].map(([, name, license]) => [
      name,
      license,
    ]);
    expect(named.map(([name]) => name)).toEqual(
      expect.arrayContaining(['@mui/material', '@tiptap/core', 'ra-core', 'react', 'react-dom']),
    );
    // Their licenses require that the license text is included.
    const others = named.filter(([, license = '']) => !/MIT|BSD|Apache-2\.0/.test(license));
    expect(others).toEqual([]);
    expect(await readFile(join(REPOSITORY, 'admin-app/dist/index.html'), 'utf8')).toContain(
      notices.slice('dist/'.length),
    );
  });

  test('have one version, and depend on that version of each other', async () => {
    const documents = await Promise.all(Object.values(PACKAGE_FOLDERS).map(manifestOf));
    const own = new Set<string>(Object.keys(PACKAGE_FOLDERS));
    const requested = documents.flatMap(({ version, peerDependencies = {} }) => [
      version,
      ...Object.entries(peerDependencies).flatMap(([name, range]) => (own.has(name) ? [range] : [])),
    ]);
    expect(requested).toHaveLength(8);
    expect(new Set(requested).size).toBe(1);
  });

  test('contain all link targets of their documents', async () => {
    const paths = new Set(archives['cms-api-components-generator'].files);
    const documents = [...paths].filter((path) => path.startsWith('dist/') && path.endsWith('.md'));
    const linked = await Promise.all(documents.map(linkedPaths));
    const folders = new Set([...paths].map((path) => posix.dirname(path)));
    const dead = linked.flat().filter((path) => !paths.has(path) && !folders.has(path.replace(/\/$/, '')));
    expect(documents.length).toBeGreaterThan(40);
    expect(dead).toEqual([]);
  });

  test('have types that need only their dependencies', async () => {
    for (const [folder, types] of TYPES) {
      const brought = await dependenciesOf(folder);
      const missing = packagesBehind(`${folder}/${types}`).filter((name) => !brought.includes(name));
      expect([folder, missing]).toEqual([folder, []]);
    }
  });

  test.each(Object.keys(PACKAGE_FOLDERS) as PackageName[])('pass publint: %s', async (name) => {
    await run('npx', ['publint', '--strict', archives[name].path], { cwd: REPOSITORY });
  });

  // The packages are ES modules. It ignores errors of `require` and of old module resolution.
  test.each(Object.keys(PACKAGE_FOLDERS) as PackageName[])(
    'have types for %s that resolve and compile',
    async (name) => {
      await run('npx', ['attw', '--profile', 'esm-only', archives[name].path], { cwd: REPOSITORY });
    },
  );
});
