import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exportedDeclarations } from '../support/exported-declarations.js';
import { startTestApp } from '../support/test-app.js';
import { addressProblems, type KnownOperation, operationsOf } from './check-addresses.js';
import { shellProblems } from './check-shell.js';
import { compile } from './compile.js';
import { mentions, writeExamples } from './export-examples.js';
import { makePageProject } from './page-project.js';
import { type CodeBlock, placeOf, readPages, ROOT } from './read-pages.js';

const pages = readPages();
const exported = exportedDeclarations('runtime/index.ts');
const blocks = pages.flatMap((page) => page.blocks);
const checked = blocks.filter(({ unchecked }) => unchecked === undefined);
/** Languages of output, which is not code. */
const OUTPUT = new Set(['', 'text']);
const CHECKED = new Set(['ts', 'tsx', 'js', 'mjs', 'json', 'sh', 'http']);
/** Files of this repository, quoted unchanged. */
const isSource = ({ path }: CodeBlock): boolean => path?.startsWith('runtime/') === true;
const problemsOf = (language: string, evaluate: (block: CodeBlock) => readonly string[]): readonly string[] =>
  checked.filter((block) => block.language === language).flatMap(evaluate);

describe('code blocks of the documentation', () => {
  test('and examples of exports are compiled, generated from and loaded as configuration, with all files of a page together', async () => {
    const folder = await mkdtemp(join(ROOT, 'node_modules/.docs-'));
    try {
      const projects = [];
      for (const [index, page] of pages.entries()) {
        const own = { ...page, blocks: page.blocks.filter((block) => !isSource(block)) };
        await mkdir(join(folder, String(index)));
        projects.push(await makePageProject(own, join(folder, String(index))));
      }
      expect(projects.flatMap(({ problems }) => problems)).toEqual([]);
      const code = projects.flatMap((project) => project.code);
      const examples = await writeExamples(exported, join(folder, 'examples'));
      expect(code.length).toBeGreaterThan(10);
      // One program, because the declarations that all of them use take the most time.
      expect(compile([...code, ...examples])).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('quote files of this repository unchanged', async () => {
    for (const block of checked.filter(isSource))
      expect([placeOf(block), block.code]).toEqual([
        placeOf(block),
        await readFile(join(ROOT, block.path ?? ''), 'utf8'),
      ]);
  });

  test('with JSON are valid JSON', () => {
    expect(problemsOf('json', (block) => (isJson(block.code) ? [] : [placeOf(block)]))).toEqual([]);
  });

  test('use existing commands, flags and scripts', () => {
    const found = pages.flatMap((page) =>
      page.blocks
        .filter(({ language, unchecked }) => language === 'sh' && unchecked === undefined)
        .flatMap((block) => shellProblems(block, page)),
    );
    expect(found).toEqual([]);
  });

  test('that cannot be checked state the reason', () => {
    const silent = checked.filter(({ language }) => !CHECKED.has(language) && !OUTPUT.has(language));
    expect(silent.map((block) => `${placeOf(block)}: ${block.language}`)).toEqual([]);
    expect(blocks.filter(({ unchecked }) => unchecked !== undefined && unchecked.length < 15)).toEqual([]);
  });

  test('are checked, with few exceptions', () => {
    const code = blocks.filter(({ language }) => !OUTPUT.has(language));
    expect(code.length - checked.length).toBeLessThan(code.length / 8);
  });
});

describe('doc comments of the exports of runtime/index.ts', () => {
  test('have an example that uses the export', () => {
    const found = exported.filter(({ name, example }) => !mentions(example?.code ?? '', name));
    expect(found.map(({ name, path }) => `${name} in ${path}`)).toEqual([]);
  });
});

describe('addresses in the documentation', () => {
  let operations: readonly KnownOperation[];
  beforeAll(async () => {
    const app = await startTestApp();
    const { body } = await app.get('/docs.jsonopenapi');
    operations = operationsOf(body.paths, app.config.apiPrefix);
    await app.close();
  });

  test('exist in the API', () => {
    const found = pages.flatMap((page) =>
      page.blocks
        .filter(({ language, unchecked }) => ['http', 'sh'].includes(language) && unchecked === undefined)
        .flatMap((block) => addressProblems(block, page, operations)),
    );
    expect(operations.length).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
