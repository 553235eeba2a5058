import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Maximum number of files in which a reader searches. */
const LONGEST_SEARCH = 12;

/** A row of the tables in docs/rules.md. */
interface Rule {
  readonly rule: string;
  readonly name: string;
  readonly path: string;
  readonly statedIn: string;
}

/** Searchable words of a file. */
interface Plate {
  readonly path: string;
  /** Words of its path and of its exported names. */
  readonly names: readonly string[];
  /** Also the words of its other functions and of its comments. */
  readonly words: readonly string[];
}

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const rules = [
  ...read('docs/rules.md').matchAll(
    /^\| (?<rule>.+?) +\| `(?<name>\w+)` in `(?<path>[\w./-]+)` +\| (?<statedIn>.+?) +\|$/gm,
  ),
].map(({ groups }) => groups as unknown as Rule); // the groups are those of the pattern
const plates = ['runtime', 'generator'].flatMap(sourceFiles).map(plateOf);

describe('docs/rules.md', () => {
  test('is linked from the description of the architecture', () => {
    const links = [...read('docs/architecture.md').matchAll(/\]\((?<target>[^)]+)\)/g)];
    expect(links.map(({ groups }) => groups?.['target'])).toContain('rules.md');
  });

  test('names the function of each rule, and its section of the contract', () => {
    const lines = read('docs/rules.md').split('\n');
    const written = lines.filter((line) => line.startsWith('| ') && !/^\| (?:Rule|-+) /.test(line));
    expect(rules.length).toBe(written.length);
    expect(rules.length).toBeGreaterThan(120);
    const place = /^(?:(?:core|accounts|components|client|realtime)\.md \d+(?:\.\d+)?|decision \d+|ADR \d+)$/;
    expect(rules.filter(({ statedIn }) => !place.test(statedIn))).toEqual([]);
  });

  test('names existing files that declare the function', () => {
    const strays = rules.filter(({ path, name }) => {
      const declared = new RegExp(`^(?:export )?(?:async )?(?:const|function|class) ${name}\\b`, 'm');
      return !existsSync(join(ROOT, path)) || !declared.test(read(path));
    });
    expect(strays.map(({ rule, path, name }) => `${rule}: ${name} in ${path}`)).toEqual([]);
  });

  test('names search terms that find the file', () => {
    const lost = rules.flatMap(({ rule, path }) => {
      const words = wordsOf([...rule.matchAll(/\*\*(.+?)\*\*/g)].map(([, text]) => text).join(' '));
      const found = search(words);
      const place = found.indexOf(path) + 1;
      if (words.length > 0 && place > 0 && place <= LONGEST_SEARCH) return [];
      return [
        `${rule}: a search for "${words.join(' ')}" finds ${path} as number ${place} of ${found.length}`,
      ];
    });
    expect(lost).toEqual([]);
  });
});

/** Files that contain all words, sorted by how many of them their names contain. */
function search(words: readonly string[]): readonly string[] {
  const has = (text: readonly string[], word: string): boolean => text.some((each) => each.startsWith(word));
  const rank = ({ names }: Plate): number => words.filter((word) => has(names, word)).length;
  return plates
    .filter((plate) => words.every((word) => has(plate.words, word)))
    .sort((left, right) => rank(right) - rank(left) || left.names.length - right.names.length)
    .map(({ path }) => path);
}

function plateOf(path: string): Plate {
  const code = read(path);
  const exported = [
    ...code.matchAll(/^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm),
  ];
  const functions = [...code.matchAll(/^(?:async )?function\*? (\w+)/gm)];
  const comments = code.match(/\/\*\*.*?\*\/|\/\/ .*/gs) ?? [];
  const names = wordsOf([path, ...exported.map(([, name]) => name)].join(' '));
  return {
    path,
    names,
    words: [...names, ...wordsOf([...functions.map(([, name]) => name), ...comments].join(' '))],
  };
}

/** Splits a name into words without endings: `createCacheTags` gives `create`, `cache` and `tag`. */
function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).map((word) => word.replace(/(?<=\w{3})(?:ied|ies|y|ings?|ed|es|s|e)$/, ''));
}
