import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Where the files of the chapter's example stand, which its tests start a service with. */
const EXAMPLE = 'test/support/features';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const shown = [
  ...read('docs/how-to/custom-features.md').matchAll(
    /^```\w+ \[(?<path>(?:hits|runtime)\/[\w./-]+)\]\n(?<code>.*?)^```$/gms,
  ),
].map(({ groups }) => ({ path: groups?.['path'] ?? '', code: groups?.['code'] ?? '' }));

describe('docs/how-to/custom-features.md', () => {
  test('shows every file of the feature that is a folder', () => {
    const files = readdirSync(join(ROOT, EXAMPLE, 'hits')).map((name) => `hits/${name}`);
    expect(shown.map(({ path }) => path)).toEqual(expect.arrayContaining(files));
  });

  test.each(shown)('shows $path as it is', ({ path, code }) => {
    expect(code).toBe(read(path.startsWith('hits/') ? join(EXAMPLE, path) : path));
  });

  test('shows files that import nothing but the package and one another', () => {
    const own = shown.filter(({ path }) => path.startsWith('hits/') && path.endsWith('.ts'));
    const imported = own.flatMap(({ code }) => [...code.matchAll(/(?:from|import\() ?'([^']+)'/g)]);
    const names = imported.map(([, name]) => name ?? '');
    expect(names).toContain('cms-api-components');
    expect(names.filter((name) => name !== 'cms-api-components' && !/^\.\/[\w-]+\.js$/.test(name))).toEqual(
      [],
    );
  });
});
