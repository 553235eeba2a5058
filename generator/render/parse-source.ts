import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';

type ParsedFile = ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] };

/** A syntax error of a file: its line and message. */
export function syntaxFaults(text: string): readonly { readonly line: number; readonly message: string }[] {
  const file = parseSource(text);
  return file.parseDiagnostics.map(({ start, messageText }) => ({
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    message: compiler.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

/** Parses TypeScript, without comments: nothing is asked of types. */
export function parseSource(text: string): ParsedFile {
  const options = {
    languageVersion: compiler.ScriptTarget.ESNext,
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  };
  // Every parsed file carries its faults; the declaration leaves the member out because no checker gave them.
  return compiler.createSourceFile('x.ts', text, options) as ParsedFile;
}
