import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../', import.meta.url));

/** Paths in the archive that `npm pack` would make of what is compiled. */
async function packedPaths(): Promise<readonly string[]> {
  const flags = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await run('npm', flags, { cwd: PACKAGE, maxBuffer: 32 * 1024 * 1024 });
  const [archive] = JSON.parse(stdout) as readonly { readonly files: readonly { readonly path: string }[] }[];
  return (archive?.files ?? []).map(({ path }) => path);
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
        'generator/schema/resource.schema.json',
        'runtime/config/cms.config.schema.json',
        'templates/init/cms.config.json',
        'templates/init/gitignore',
        'templates/mail/layout.html.hbs',
      ]),
    );
    expect(paths.filter((path) => /^(?:dist\/(?:test\/|\.)|test\/|docs\/)/.test(path))).toEqual([]);
  });
});
