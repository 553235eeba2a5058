import { printString } from './literal.js';

const WIDTH = 110;

export interface ImportedName {
  readonly module: string;
  readonly name: string;
  readonly typeOnly?: boolean;
}

/** Collects the names a file uses while its parts are built, then prints one sorted import per module. */
export interface Imports {
  add(name: ImportedName): void;
  /** Empty, or import lines that end in a line break. */
  print(): string;
}

/** Makes an empty import list. */
export function createImports(): Imports {
  const modules = new Map<string, Map<string, boolean>>();
  return {
    add({ module, name, typeOnly = false }) {
      const names = modules.get(module) ?? new Map<string, boolean>();
      // A name used as a value somewhere is imported as one.
      names.set(name, typeOnly && (names.get(name) ?? true));
      modules.set(module, names);
    },
    print: () =>
      [...modules]
        .sort(([left], [right]) => compareModules(left, right))
        .map(([module, names]) => printImport(module, names))
        .join(''),
  };
}

/** Packages before siblings, each by name. */
function compareModules(left: string, right: string): number {
  const isSibling = Number(left.startsWith('.')) - Number(right.startsWith('.'));
  return isSibling === 0 ? compareText(left, right) : isSibling;
}

function printImport(module: string, names: ReadonlyMap<string, boolean>): string {
  const isTypeImport = [...names.values()].every(Boolean);
  const printed = [...names]
    .sort(
      ([left], [right]) => compareText(left.toLowerCase(), right.toLowerCase()) || compareText(left, right),
    )
    .map(([name, typeOnly]) => (typeOnly && !isTypeImport ? `type ${name}` : name));
  const keyword = isTypeImport ? 'import type' : 'import';
  const line = `${keyword} { ${printed.join(', ')} } from ${printString(module)};\n`;
  if (line.length <= WIDTH + 1) return line;
  return `${keyword} {\n${printed.map((name) => `  ${name},\n`).join('')}} from ${printString(module)};\n`;
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
