import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Folder of the chapter's example, with which its tests start a service. */
const EXAMPLE = 'test/support/features';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const shown = [
  ...read('docs/how-to/custom-features.md').matchAll(
    /^```\w+ \[(?<path>(?:hits|runtime)\/[\w./-]+)\]\n(?<code>.*?)^```$/gms,
  ),
].map(({ groups }) => ({ path: groups?.['path'] ?? '', code: groups?.['code'] ?? '' }));

describe('docs/how-to/custom-features.md', () => {
  test('contains every file of the feature folder', () => {
    const files = readdirSync(join(ROOT, EXAMPLE, 'hits')).map((name) => `hits/${name}`);
    expect(shown.map(({ path }) => path)).toEqual(expect.arrayContaining(files));
  });

  test.each(shown)('contains $path unchanged', ({ path, code }) => {
    expect(code).toBe(read(path.startsWith('hits/') ? join(EXAMPLE, path) : path));
  });

  test('contains files that import only the package and each other', () => {
    const own = shown.filter(({ path }) => path.startsWith('hits/') && path.endsWith('.ts'));
    const imported = own.flatMap(({ code }) => [...code.matchAll(/(?:from|import\() ?'([^']+)'/g)]);
    const names = imported.map(([, name]) => name ?? '');
    expect(names).toContain('cms-api-components');
    expect(names.filter((name) => name !== 'cms-api-components' && !/^\.\/[\w-]+\.js$/.test(name))).toEqual(
      [],
    );
  });
});
