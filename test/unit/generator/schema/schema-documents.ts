/** Small schema files, and the problems that the generator finds in them. */
import { expect } from 'vitest';
import { parseSchemas } from '../../../../generator/schema/load-schemas.js';
import { createTypeCheck } from '../../../../generator/render/check-syntax.js';
import { loadExpressionRules } from '../../../../generator/cli/generator-options.js';
import { createStructureCheck } from '../../../../generator/schema/check-structure.js';
import { inspectSchemas } from '../../../../generator/checks/validate-schemas.js';

export type Document = Record<string, unknown>;

export const component = (title: string, more: Document = {}): Document => ({
  title,
  type: 'object',
  'x-resource': 'component',
  ...more,
});
export const pageData = (title: string, more: Document = {}): Document => ({
  ...component(title, more),
  'x-resource': 'page_data',
});
export const withField = (field: Document, more: Document = {}): Document =>
  component('Box', { properties: { value: field }, ...more });

const checkStructure = createStructureCheck();
const isType = await createTypeCheck();
const expressions = await loadExpressionRules();

export function problemsOf(documents: Readonly<Record<string, Document>>, adapters?: readonly string[]) {
  const files = Object.entries(documents).map(([path, document]) => ({
    path,
    text: JSON.stringify(document),
  }));
  const { problems } = inspectSchemas(
    parseSchemas(files),
    { isType, expressions, ...(adapters === undefined ? {} : { adapters }) },
    { checkStructure },
  );
  return problems.map(({ file, pointer, message, hint }) => [`${file}#${pointer}`, message, hint]);
}

export const one = (document: Document) => ({ [`${String(document['title'])}.json`]: document });

/** The change, and the path, message and hint of its only problem. Parts of the texts are enough. */
export type ProblemCase = readonly [
  name: string,
  given: Readonly<Record<string, Document>>,
  place: string,
  message: string,
  hint: string,
];

export function expectProblem(...[, given, place, message, hint]: ProblemCase): void {
  const found = problemsOf(given).filter(([where]) => where === place);
  expect(found).toContainEqual([place, expect.stringContaining(message), expect.stringContaining(hint)]);
}
