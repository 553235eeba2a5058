import type { ImportDeclarationStructure, WriterFunction } from 'ts-morph';
import { compareText } from '../text/canonicalize.js';
import { StructureKind } from './compiler.js';

const WIDTH = 110;

export interface ImportedName {
  readonly module: string;
  readonly name: string;
  readonly typeOnly?: boolean;
}

/** Collects the names that a file uses and prints one sorted import per module. */
export interface Imports {
  add(name: ImportedName): void;
  structures(): readonly ImportDeclarationStructure[];
}

export function createImports(): Imports {
  const modules = new Map<string, Map<string, boolean>>();
  return {
    add({ module, name, typeOnly = false }) {
      const names = modules.get(module) ?? new Map<string, boolean>();
      // A name that is used as a value once is imported as a value.
      names.set(name, typeOnly && (names.get(name) ?? true));
      modules.set(module, names);
    },
    structures: () =>
      [...modules]
        .sort(([left], [right]) => compareModules(left, right))
        .map(([module, names]) => toStructure(module, names)),
  };
}

/** Compares modules: packages before relative paths, each by name. */
function compareModules(left: string, right: string): number {
  const isSibling = Number(left.startsWith('.')) - Number(right.startsWith('.'));
  return isSibling === 0 ? compareText(left, right) : isSibling;
}

function toStructure(module: string, imported: ReadonlyMap<string, boolean>): ImportDeclarationStructure {
  const isTypeOnly = [...imported.values()].every(Boolean);
  const names = [...imported]
    .sort(
      ([left], [right]) => compareText(left.toLowerCase(), right.toLowerCase()) || compareText(left, right),
    )
    .map(([name, typeOnly]) => (typeOnly && !isTypeOnly ? `type ${name}` : name));
  const line = `import${isTypeOnly ? ' type' : ''} { ${names.join(', ')} } from '${module}';`;
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: module,
    isTypeOnly,
    namedImports: line.length <= WIDTH ? names : onLines(names),
  };
}

/** Prints one name per line if needed, because ts-morph writes imports on one line of any length. */
function onLines(names: readonly string[]): WriterFunction {
  return (writer) => {
    for (const name of names) writer.newLine().write(`${name},`);
    writer.newLine();
  };
}
