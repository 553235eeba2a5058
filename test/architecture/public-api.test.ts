import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Something that the package exports, where it is declared. */
interface Exported {
  readonly name: string;
  readonly path: string;
  /** The text of its docstring; undefined where it has none. */
  readonly description: string | undefined;
}

const DECLARATION =
  /(?:\/\*\*(?<doc>(?:(?!\*\/).)*)\*\/\n)?^export (?:async )?(?:function|const|class|interface|type) (?<name>\w+)/gms;
const exported = exportsOf('runtime/index.ts');

describe('what runtime/index.ts exports', () => {
  test('is described where it is declared', () => {
    expect(exported.length).toBeGreaterThan(150);
    const bare = exported.filter(({ description }) => (description?.length ?? 0) < 20);
    expect(bare.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });

  test('is described in sentences that stand by themselves', () => {
    const elliptical = /^(?:Of|Who|Whom|Whose|Those|That|For|As|With|In|By) /;
    const found = exported.filter(({ description = '' }) => elliptical.test(description));
    expect(found.map(({ name, description }) => `${name}: ${description}`)).toEqual([]);
  });
});

/** What a file exports, however many files pass it on; packages describe theirs themselves. */
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
