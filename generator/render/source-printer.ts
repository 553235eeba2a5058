import type { StatementStructures } from 'ts-morph';
import { textHash } from '../text/text-hash.js';
import { IndentationText, Project, QuoteKind } from './compiler.js';
import type { Imports } from './imports.js';

/** A TypeScript file: its structure, and preformatted texts for its slots. */
export interface SourceText {
  /** First line, a comment. */
  readonly banner: string;
  readonly imports?: Imports;
  /** Declarations and exports, with slots for preformatted texts. */
  readonly statements: readonly StatementStructures[];
  readonly slots?: Slots;
}

export type PrintSource = (source: SourceText) => string;

/**
 * Placeholders for preformatted text. ts-morph would indent the lines again and copies text character by character,
 * which is slow for long descriptors. The text is inserted after the structure was printed.
 */
export interface Slots {
  /** Stores the text and returns its placeholder. */
  put(text: string): string;
  fill(source: string): string;
}

/** Creates an empty set of slots. */
export function createSlots(): Slots {
  const texts = new Map<string, string>();
  return {
    put(text) {
      // The name contains a hash of the text, so that text from schema files can't imitate another slot.
      const name = `slot_${textHash(text)}`;
      texts.set(name, text);
      return name;
    },
    fill: (source) => source.replace(/slot_[0-9a-f]{64}/g, (name) => texts.get(name) ?? name),
  };
}

/**
 * Creates the printer for all TypeScript files. ts-morph converts a structure to text in memory, without type checks.
 */
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
    // A unique path avoids a comparison with the previous file in ts-morph.
    const file = project.createSourceFile(`${(count += 1)}.ts`, structure);
    const text = file.getFullText().trimStart();
    file.forget();
    return `${banner}\n${imported.length === 0 ? '\n' : ''}${slots?.fill(text) ?? text}`;
  };
}
