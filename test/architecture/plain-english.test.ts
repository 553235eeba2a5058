import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { problemsOf, proseOfPage, proseOfSource, type ProseText } from '../support/plain-english.js';
import { filesBelow } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders and pages in which every comment, message and paragraph is checked. */
const CHECKED = [
  ...['README.md', 'CONTRIBUTING.md', 'build.js', 'bundle-runtime.js', 'docs', 'runtime', 'generator'],
  ...['admin-app', 'create', 'templates', 'test'],
];

/** Generated or copied files. */
const LEFT_OUT = /\/(?:node_modules|dist|generated|expected)\/|\.d\.ts$|docs\/changelog\.md$/;

const filesIn = (path: string): readonly string[] =>
  (path.includes('.') ? [path] : filesBelow(path, /\.(?:md|tsx?|js)$/))
    .filter((file) => !LEFT_OUT.test(`/${file}`))
    .map((file) => join(ROOT, file));

/** Tests quote messages, which are checked where they are written. */
const isQuote = (file: string, { kind }: ProseText): boolean =>
  kind === 'message' && file.startsWith(join(ROOT, 'test'));

const problemsIn = (file: string): readonly string[] =>
  (file.endsWith('.md') ? proseOfPage(file) : proseOfSource(file))
    .filter((text) => !isQuote(file, text))
    .flatMap(problemsOf)
    .map(({ line, problem }) => `${relative(ROOT, file)}:${line} ${problem}`);

describe('texts are in plain English', () => {
  test.each(CHECKED)('in %s', { timeout: 120_000 }, (path) => {
    const files = filesIn(path);
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(problemsIn)).toEqual([]);
  });
});

describe('the check', () => {
  const found = (text: string, kind: 'comment' | 'doc comment' | 'message' = 'message'): number =>
    problemsOf({ kind, text, line: 1 }).length;

  test('finds banned words, clauses and long sentences', () => {
    expect(found('The rows are computed anew.')).toBe(1);
    expect(found('What is stored.', 'doc comment')).toBe(1);
    expect(found(`${'word '.repeat(26)}ends.`)).toBe(1);
    expect(found('This is no UTF-8 text.')).toBe(1);
  });

  test('accepts plain sentences and code', () => {
    expect(found('Returns the cached response.', 'doc comment')).toBe(0);
    expect(found('There is no page at this path. Create one.')).toBe(0);
    expect(found('Rename `anew` to `again`.')).toBe(0);
  });
});
