import { join } from 'node:path';
import ts from 'typescript';
import type { CodeFile } from './page-project.js';
import { placeOf, ROOT } from './read-pages.js';

/** Compiler options of a project from `cms init`, with browser types. The package resolves to its sources. */
const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  jsx: ts.JsxEmit.ReactJSX,
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  resolveJsonModule: true,
  skipLibCheck: true,
  allowJs: true,
  checkJs: true,
  noEmit: true,
  preserveSymlinks: true,
  paths: { 'cms-api-components': [join(ROOT, 'runtime/index.ts')] },
};

/** Compiler errors of code blocks, each with its line of the page. One program compiles all blocks. */
export function compile(files: readonly CodeFile[]): readonly string[] {
  const program = ts.createProgram(
    files.map(({ file }) => file),
    OPTIONS,
  );
  return files.flatMap(({ file, block }) => {
    const source = program.getSourceFile(file);
    if (source === undefined) return [`${placeOf(block)}: was not compiled`];
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    // JavaScript has no types to remove.
    const meant = found.filter(({ code }) => !/\.m?js$/.test(file) || code < 7000 || code > 7999);
    return meant.map(({ start = 0, messageText }) => {
      const line = block.line + source.getLineAndCharacterOfPosition(start).line;
      return `${block.page}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  });
}
