import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Production dependencies with an exact version, and why they cannot use a range. */
const EXACT: Readonly<Record<string, string>> = {
  'cms-api-components': 'The packages of this repository are released together, with one version.',
  'cms-api-components-imports': 'The packages of this repository are released together, with one version.',
  'tar-stream': 'Later patches install 7 MB of native modules for another runtime (ADR 72).',
};

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const read = (path: string): Manifest => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Manifest; // a package of this repository

const templates = readdirSync(join(ROOT, 'create/templates'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?:^|[/\\])package\.json$/.test(path))
  .map((path) => join('create/templates', path));

/** Packages without a version in the templates, which get that of the development dependencies of `create`. */
const named = new Set(
  templates.flatMap((path) => Object.values(read(path).dependencies ?? {})).map((text) => text.slice(2, -2)),
);

/** Every production dependency of the packages and of new projects, as `file: name` with its specifier. */
const production = [
  ...[
    'package.json',
    'runtime/package.json',
    'runtime/packages/imports/package.json',
    'generator/package.json',
    'admin-app/package.json',
    ...templates,
  ]
    .flatMap((path) =>
      Object.entries(read(path).dependencies ?? {}).map((entry) => [path, ...entry] as const),
    )
    .filter(([, , specifier]) => !specifier.startsWith('{{')),
  ...Object.entries(read('create/package.json').devDependencies ?? {}).flatMap(([name, specifier]) =>
    named.has(name) ? [['create/package.json', name, specifier] as const] : [],
  ),
];

describe('production dependencies', () => {
  test('are found in every package and in the templates of new projects', () => {
    expect(production.length).toBeGreaterThan(50);
    expect(new Set(production.map(([path]) => path)).size).toBe(9);
  });

  test('accept fixes through a range: minor releases, or patches before 1.0', () => {
    const others = production.filter(
      ([, name, specifier]) =>
        !(name in EXACT) && !/^(?:\^[1-9]\d*\.\d+\.\d+|~\d+\.\d+\.\d+)$/.test(specifier),
    );
    expect(others).toEqual([]);
  });

  test('have exact versions only with a reason', () => {
    const exact = production.filter(([, , specifier]) => /^\d/.test(specifier)).map(([, name]) => name);
    expect([...new Set(exact)].sort()).toEqual(Object.keys(EXACT).sort());
  });
});
