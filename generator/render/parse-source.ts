import type { ts } from 'ts-morph';
import { compiler } from './compiler.js';

type ParsedFile = ts.SourceFile & { readonly parseDiagnostics: readonly ts.DiagnosticWithLocation[] };

/** Returns the syntax errors of a text with line and message. */
export function syntaxFaults(text: string): readonly { readonly line: number; readonly message: string }[] {
  const file = parseSource(text);
  return file.parseDiagnostics.map(({ start, messageText }) => ({
    line: file.getLineAndCharacterOfPosition(start).line + 1,
    message: compiler.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

/** Parses TypeScript without comments and without type checking. */
export function parseSource(text: string): ParsedFile {
  const options = {
    languageVersion: compiler.ScriptTarget.ESNext,
    jsDocParsingMode: compiler.JSDocParsingMode.ParseNone,
  };
  // Every parsed file has its syntax errors, but the public declaration omits the member.
  return compiler.createSourceFile('x.ts', text, options) as ParsedFile;
}
