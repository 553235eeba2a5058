import type { StatementStructures } from 'ts-morph';
import { textHash } from '../output/text-hash.js';
import { IndentationText, Project, QuoteKind } from './compiler.js';
import type { Imports } from './imports.js';

/** A TypeScript file: its structure, and the texts that were laid out for places in it. */
export interface SourceText {
  /** The first line, a comment. */
  readonly banner: string;
  readonly imports?: Imports;
  /** Declarations and exports; `slots` stands for the texts in them. */
  readonly statements: readonly StatementStructures[];
  readonly slots?: Slots;
}

export type PrintSource = (source: SourceText) => string;

/**
 * Places in a structure for text that is laid out already. ts-morph would indent its lines once more, and copies text
 * character by character: a descriptor of hundreds of lines is put in place after the structure was printed.
 */
export interface Slots {
  /** Keeps the text and answers the name that stands for it. */
  put(text: string): string;
  fill(source: string): string;
}

/** Makes an empty set of places. */
export function createSlots(): Slots {
  const texts = new Map<string, string>();
  return {
    put(text) {
      // Named by what it holds: no text of a schema file can pass for another place.
      const name = `slot_${textHash(text)}`;
      texts.set(name, text);
      return name;
    },
    fill: (source) => source.replace(/slot_[0-9a-f]{64}/g, (name) => texts.get(name) ?? name),
  };
}

/** Makes the printer of all TypeScript files: ts-morph turns a structure into text, in memory and without type checks. */
export function createSourcePrinter(): PrintSource {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    skipFileDependencyResolution: true,
    manipulationSettings: {
      indentationText: IndentationText.TwoSpaces,
      quoteKind: QuoteKind.Single,
    },
  });
  let count = 0;
  return ({ banner, imports, statements, slots }) => {
    const imported = imports?.structures() ?? [];
    const structure = { statements: [...imported, ...statements] };
    // A path of its own: to write over a file, ts-morph would compare both.
    const file = project.createSourceFile(`${(count += 1)}.ts`, structure);
    const text = file.getFullText().trimStart();
    file.forget();
    return `${banner}\n${imported.length === 0 ? '\n' : ''}${slots?.fill(text) ?? text}`;
  };
}
