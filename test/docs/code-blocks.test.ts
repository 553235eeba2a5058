import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../support/test-app.js';
import { addressProblems, type KnownOperation, operationsOf } from './check-addresses.js';
import { shellProblems } from './check-shell.js';
import { compile } from './compile.js';
import { makePageProject } from './page-project.js';
import { type CodeBlock, placeOf, readPages, ROOT } from './read-pages.js';

const pages = readPages();
const blocks = pages.flatMap((page) => page.blocks);
const checked = blocks.filter(({ unchecked }) => unchecked === undefined);
/** What a terminal or a service prints is no code. */
const OUTPUT = new Set(['', 'text']);
const CHECKED = new Set(['ts', 'tsx', 'js', 'mjs', 'json', 'sh', 'http']);
/** Files of this repository, shown as they are. */
const isSource = ({ path }: CodeBlock): boolean => path?.startsWith('runtime/') === true;
const problemsOf = (language: string, evaluate: (block: CodeBlock) => readonly string[]): readonly string[] =>
  checked.filter((block) => block.language === language).flatMap(evaluate);

describe('code blocks of the documentation', () => {
  test('are compiled, generated from and configured with, all files of a page together', async () => {
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
      expect(code.length).toBeGreaterThan(10);
      expect(compile(code)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('show files of this repository as they are', async () => {
    for (const block of checked.filter(isSource))
      expect([placeOf(block), block.code]).toEqual([
        placeOf(block),
        await readFile(join(ROOT, block.path ?? ''), 'utf8'),
      ]);
  });

  test('that are JSON can be read as such', () => {
    expect(problemsOf('json', (block) => (isJson(block.code) ? [] : [placeOf(block)]))).toEqual([]);
  });

  test('name commands, flags and scripts that there are', () => {
    const found = pages.flatMap((page) =>
      page.blocks
        .filter(({ language, unchecked }) => language === 'sh' && unchecked === undefined)
        .flatMap((block) => shellProblems(block, page)),
    );
    expect(found).toEqual([]);
  });

  test('in other languages, and those that need more than a project, say why nothing checks them', () => {
    const silent = checked.filter(({ language }) => !CHECKED.has(language) && !OUTPUT.has(language));
    expect(silent.map((block) => `${placeOf(block)}: ${block.language}`)).toEqual([]);
    expect(blocks.filter(({ unchecked }) => unchecked !== undefined && unchecked.length < 15)).toEqual([]);
  });

  test('are checked, all but a few', () => {
    const code = blocks.filter(({ language }) => !OUTPUT.has(language));
    expect(code.length - checked.length).toBeLessThan(code.length / 8);
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

  test('are those of the API', () => {
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
