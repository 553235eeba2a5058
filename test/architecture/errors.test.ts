import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Node, Project, type SourceFile, SyntaxKind } from 'ts-morph';
import { beforeAll, describe, expect, test } from 'vitest';
import { FEATURES } from '../../runtime/features.js';
import { kernelErrors } from '../../runtime/kernel/errors/catalog.js';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAKER = 'runtime/kernel/errors/define-errors.ts';

/** Returns the catalogue entry with a code. */
interface Entry {
  readonly catalog: string;
  readonly name: string;
  readonly code: string;
}

let sources: readonly SourceFile[] = [];
let entries: readonly Entry[] = [];

const pathOf = (file: SourceFile): string => relative(ROOT, file.getFilePath());

beforeAll(() => {
  const project = new Project({ skipAddingFilesFromTsConfig: true, skipLoadingLibFiles: true });
  sources = ['runtime', 'generator']
    .flatMap(filesWithErrors)
    .map((path) => project.addSourceFileAtPath(path));
  entries = sources.flatMap(entriesOf);
});

/** Parsing is slow, so it is limited to files that may define or throw errors. */
function filesWithErrors(folder: string): string[] {
  return sourceFiles(folder)
    .map((path) => join(ROOT, path))
    .filter((path) => /AppError|Errors\b|errors\/catalog/.test(readFileSync(path, 'utf8')));
}

/** Codes of the `defineErrors` calls in a file. */
function entriesOf(file: SourceFile): Entry[] {
  return file.getVariableDeclarations().flatMap((declaration) => {
    const call = declaration.getInitializer();
    if (!Node.isCallExpression(call) || call.getExpression().getText() !== 'defineErrors') return [];
    const [literal] = call.getArguments();
    return (literal?.asKindOrThrow(SyntaxKind.ObjectLiteralExpression).getProperties() ?? []).map(
      (property) => {
        const assignment = property.asKindOrThrow(SyntaxKind.PropertyAssignment);
        const code = assignment
          .getInitializerIfKindOrThrow(SyntaxKind.ObjectLiteralExpression)
          .getPropertyOrThrow('code')
          .asKindOrThrow(SyntaxKind.PropertyAssignment)
          .getInitializerIfKindOrThrow(SyntaxKind.StringLiteral)
          .getLiteralValue();
        return { catalog: declaration.getName(), name: assignment.getName(), code };
      },
    );
  });
}

/** Uses of catalogues in a file: `catalog.name`, except its `code` alone, and functions that it imports from one. */
function usesIn(file: SourceFile): string[] {
  const accesses = file
    .getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
    .filter((access) => access.getParentOrThrow().getText() !== `${access.getText()}.code`)
    .map((access) => access.getText());
  const imported = file
    .getImportDeclarations()
    .filter((declaration) => declaration.getModuleSpecifierValue().endsWith('errors/catalog.js'))
    .flatMap((declaration) => declaration.getNamedImports().map((name) => `kernelErrors.${name.getName()}`));
  return [...accesses, ...imported];
}

describe('errors in responses', () => {
  test('are in the catalogue of the kernel, or in the catalogue of a feature definition', () => {
    const documented = [kernelErrors, ...FEATURES.map(({ errors = [] }) => errors)].flatMap((errors) =>
      Object.values(errors).map(({ code }) => code),
    );
    expect(documented.sort()).toEqual(entries.map(({ code }) => code).sort());
  });

  test('are all thrown somewhere', () => {
    const used = new Set(sources.flatMap(usesIn));
    const idle = entries.filter(({ catalog, name }) => !used.has(`${catalog}.${name}`));
    expect(idle.map(({ code }) => code)).toEqual([]);
  });

  test('are created only by their catalogue, including those with custom classes', () => {
    const made = sources
      .filter((file) => pathOf(file) !== MAKER)
      .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.NewExpression))
      .filter((expression) => expression.getExpression().getText() === 'AppError')
      .map((expression) => pathOf(expression.getSourceFile()));
    const classes = sources
      .flatMap((file) => file.getDescendantsOfKind(SyntaxKind.ClassDeclaration))
      .filter((declaration) => declaration.getExtends()?.getExpression().getText() === 'AppError')
      .filter((declaration) => !/super\(.*\.options\(\w+\)\);/.test(declaration.getText()))
      .map((declaration) => pathOf(declaration.getSourceFile()));
    expect([...made, ...classes]).toEqual([]);
  });
});
