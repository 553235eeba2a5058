import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A declaration that a package exports. */
export interface ExportedDeclaration {
  readonly name: string;
  /** Source file, relative to the repository. */
  readonly path: string;
  /** Text of its doc comment without the example; undefined if there is none. */
  readonly description: string | undefined;
  /** Code of its `@example`, and the line of the source file on which it starts. */
  readonly example: { readonly code: string; readonly line: number } | undefined;
}

const DECLARATION =
  /(?:\/\*\*(?<doc>(?:(?!\*\/).)*)\*\/\n)?^export (?:async )?(?:function|const|class|interface|type) (?<name>\w+)/gms;
const EXAMPLE = '\n@example\n';

/** Returns the declarations that a file exports, through any number of re-exports, except those of packages. */
export function exportedDeclarations(path: string): readonly ExportedDeclaration[] {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const reexports = [...source.matchAll(/^export (?:type )?(?<what>\*|\{[^}]*\}) from '(?<from>\.[^']+)';/gms)];
  return [
    ...reexports.flatMap(({ groups }) => {
      const { what = '', from = '' } = groups ?? {};
      const all = exportedDeclarations(join(dirname(path), from.replace(/\.js$/, '.ts')));
      const names = new Set(what.match(/\w+/g)?.filter((word) => word !== 'type'));
      return what === '*' ? all : all.filter(({ name }) => names.has(name));
    }),
    ...[...source.matchAll(DECLARATION)].map(({ groups, index }) => {
      const { name = '', doc } = groups ?? {};
      const text = doc?.replaceAll(/^ *\* ?/gm, '');
      const at = text?.indexOf(EXAMPLE) ?? -1;
      if (text === undefined || at < 0) return { name, path, description: text?.trim(), example: undefined };
      const before = text.slice(0, at + EXAMPLE.length);
      const line = source.slice(0, index).split('\n').length + before.split('\n').length - 1;
      const example = { code: text.slice(before.length).trimEnd(), line };
      return { name, path, description: text.slice(0, at).trim(), example };
    }),
  ];
}
