import { fileURLToPath } from 'node:url';
import { Project, SyntaxKind } from 'ts-morph';
import { describe, expect, test } from 'vitest';
import { builtInResources } from '../../runtime/project/project-types.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const TYPES = new Set(builtInResources().map(({ name }) => name));

/** Words that are spelled like a type and have another meaning, by file of the kernel. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  'contract/schema/constraints.ts Collection': 'the rule for the keys of an object',
  'serializer/collection-writer.ts Collection': 'the `@type` of every list',
  'serializer/hydra-documentation.ts Collection': 'the end of the title of what lists a type',
  'validation/constraint-notation.ts Collection': 'the rule for the keys of an object',
};

const KERNEL = `${ROOT}runtime/kernel/`;
const project = new Project({ skipAddingFilesFromTsConfig: true, skipLoadingLibFiles: true });
project.addSourceFilesAtPaths(`${KERNEL}**/*.ts`);

/** Includes keys of objects, because lists of exceptions by type use them. */
const named = project.getSourceFiles().flatMap((file) => {
  const path = file.getFilePath().slice(KERNEL.length);
  const texts = [
    ...file.getDescendantsOfKind(SyntaxKind.StringLiteral).map((literal) => literal.getLiteralText()),
    ...file
      .getDescendantsOfKind(SyntaxKind.NoSubstitutionTemplateLiteral)
      .map((literal) => literal.getLiteralText()),
    ...file.getDescendantsOfKind(SyntaxKind.PropertyAssignment).map((property) => property.getName()),
  ];
  return texts.filter((text) => TYPES.has(text)).map((text) => `${path} ${text}`);
});

describe('names of built-in types', () => {
  test('do not appear in the kernel, which uses descriptors of types', () => {
    expect(named.filter((place) => !Object.hasOwn(OTHER_WORDS, place))).toEqual([]);
  });

  test('are exempt only if the kernel uses the word', () => {
    expect(Object.keys(OTHER_WORDS).filter((place) => !named.includes(place))).toEqual([]);
  });
});
