import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A declaration that the package exports. */
interface Exported {
  readonly name: string;
  readonly path: string;
  /** Text of its docstring, or undefined if there is none. */
  readonly description: string | undefined;
}

const DECLARATION =
  /(?:\/\*\*(?<doc>(?:(?!\*\/).)*)\*\/\n)?^export (?:async )?(?:function|const|class|interface|type) (?<name>\w+)/gms;
const exported = exportsOf('runtime/index.ts');

describe('exports of runtime/index.ts', () => {
  test('have a doc comment at their declaration', () => {
    expect(exported.length).toBeGreaterThan(150);
    const bare = exported.filter(({ description }) => (description?.length ?? 0) < 20);
    expect(bare.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });

  test('have doc comments with complete sentences', () => {
    const elliptical = /^(?:Of|Who|Whom|Whose|Those|That|For|As|With|In|By) /;
    const found = exported.filter(({ description = '' }) => elliptical.test(description));
    expect(found.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});

/** Returns the exports of a file through any number of re-exports, except those of packages. */
function exportsOf(path: string): readonly Exported[] {
  const code = readFileSync(join(ROOT, path), 'utf8');
  const passed = [...code.matchAll(/^export (?:type )?(?<what>\*|\{[^}]*\}) from '(?<from>\.[^']+)';/gms)];
  return [
    ...passed.flatMap(({ groups }) => {
      const { what = '', from = '' } = groups ?? {};
      const all = exportsOf(join(dirname(path), from.replace(/\.js$/, '.ts')));
      const names = new Set(what.match(/\w+/g)?.filter((word) => word !== 'type'));
      return what === '*' ? all : all.filter(({ name }) => names.has(name));
    }),
    ...[...code.matchAll(DECLARATION)].map(({ groups }) => ({
      name: groups?.['name'] ?? '',
      path,
      description: groups?.['doc']?.replaceAll(/^\s*\* ?/gm, '').trim(),
    })),
  ];
}
