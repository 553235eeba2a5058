import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import '../console/run-cms.js';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Paths in the archive that `npm run build && npm pack` makes, as the README says. */
async function packedPaths(): Promise<readonly string[]> {
  const flags = ['pack', '--dry-run', '--json'];
  const { stdout } = await run('npm', flags, { cwd: PACKAGE, maxBuffer: 32 * 1024 * 1024 });
  const [archive] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return (archive?.files ?? []).map(({ path }) => path);
}

/** What the links of a Markdown file lead to inside the repository. */
async function linkedPaths(path: string): Promise<readonly string[]> {
  const text = await readFile(join(PACKAGE, path), 'utf8');
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => posix.normalize(posix.join(posix.dirname(path), target)));
}

/** Packages whose types the declarations of an entry point need, as the compiler finds them. */
function packagesBehind(entry: string): readonly string[] {
  const program = ts.createProgram([join(PACKAGE, entry)], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const ours = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(PACKAGE, 'dist')));
  const names = ours.flatMap((file) =>
    ts
      .preProcessFile(file.text)
      .importedFiles.map(({ fileName }) => fileName)
      .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
      .map((specifier) => declaringPackage(specifier, file.fileName)),
  );
  return [...new Set(names)].sort();
}

/** The package that holds the declarations of a module: itself, one below `@types`, or none. */
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

describe('the package', () => {
  test('brings what a project needs, and nothing of the tests and the compiler', async () => {
    const paths = await packedPaths();
    expect(paths).toEqual(
      expect.arrayContaining([
        'README.md',
        'dist/generator/cli/bin.js',
        'dist/runtime/index.js',
        'dist/runtime/index.d.ts',
        'dist/docs-assets/swagger-ui-bundle.js',
        'docs/contract/README.md',
        'generator/schema/resource.schema.json',
        'runtime/config/cms.config.schema.json',
        'create/templates/base/cms.config.json',
        'create/templates/base/gitignore',
        'templates/mail/layout.html.hbs',
      ]),
    );
    expect(paths.filter((path) => /^(?:dist\/(?:test\/|\.)|test\/)/.test(path))).toEqual([]);
  });

  test('every link of its documents leads to a file that it brings', async () => {
    const paths = new Set(await packedPaths());
    const documents = [...paths].filter((path) => path.endsWith('.md'));
    const linked = await Promise.all(documents.map(linkedPaths));
    const folders = new Set([...paths].map((path) => posix.dirname(path)));
    const dead = linked.flat().filter((path) => !paths.has(path) && !folders.has(path.replace(/\/$/, '')));
    expect(documents.length).toBeGreaterThan(40);
    expect(dead).toEqual([]);
  });

  test('its types need no package that it does not bring', async () => {
    const { dependencies } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    for (const entry of ['dist/runtime/index.d.ts', 'dist/generator/index.d.ts']) {
      const missing = packagesBehind(entry).filter((name) => !(name in dependencies));
      expect([entry, missing]).toEqual([entry, []]);
    }
  });
});
