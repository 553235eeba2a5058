import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sourceFiles } from '../support/source-files.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** So many files a reader looks through before giving up. */
const LONGEST_SEARCH = 12;

/** A line of the tables in docs/rules.md. */
interface Rule {
  readonly rule: string;
  readonly name: string;
  readonly path: string;
  readonly statedIn: string;
}

/** What is seen of a file without reading its code. */
interface Plate {
  readonly path: string;
  /** Words of its path and of the names that it exports. */
  readonly names: readonly string[];
  /** Those, and the words of its other functions and of its comments. */
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
  test('is found from the description of the architecture', () => {
    const links = [...read('docs/architecture.md').matchAll(/\]\((?<target>[^)]+)\)/g)];
    expect(links.map(({ groups }) => groups?.['target'])).toContain('rules.md');
  });

  test('says of each rule which function keeps it, and where the contract states it', () => {
    const lines = read('docs/rules.md').split('\n');
    const written = lines.filter((line) => line.startsWith('| ') && !/^\| (?:Rule|-+) /.test(line));
    expect(rules.length).toBe(written.length);
    expect(rules.length).toBeGreaterThan(120);
    const place = /^(?:(?:core|accounts|components|client|realtime)\.md \d+(?:\.\d+)?|decision \d+|ADR \d+)$/;
    expect(rules.filter(({ statedIn }) => !place.test(statedIn))).toEqual([]);
  });

  test('names files that are there and declare the function', () => {
    const strays = rules.filter(({ path, name }) => {
      const declared = new RegExp(`^(?:export )?(?:async )?(?:const|function|class) ${name}\\b`, 'm');
      return !existsSync(join(ROOT, path)) || !declared.test(read(path));
    });
    expect(strays.map(({ rule, path, name }) => `${rule}: ${name} in ${path}`)).toEqual([]);
  });

  test('names words that lead to the file', () => {
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

/** Files on which all words stand, those before that have more of them in their names. */
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

/** Words without their endings: `createCacheTags` is `create`, `cache` and `tag`. */
function wordsOf(text: string): string[] {
  const words = text
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return (words ?? []).map((word) => word.replace(/(?<=\w{3})(?:ied|ies|y|ings?|ed|es|s|e)$/, ''));
}
