import { textHash } from '../output/text-hash.js';
import type { SchemaSource } from './load-schemas.js';

const WORD = /[A-Za-z0-9_]+/g;

/**
 * One hash for each type's file, by path: of `basis` and of every file that may have a say in what the type is. A type is
 * known to another one by its title only, so those are the files whose titles it has anywhere in it, those that have its
 * own, and so on. A word that happens to be a title makes a group larger than need be, never smaller.
 */
export function hashGroups(sources: readonly SchemaSource[], basis: string): ReadonlyMap<string, string> {
  const files = sources.filter(({ kind }) => kind === 'resource');
  const hashes = new Map<string, string>();
  for (const group of groupFiles(files)) {
    const texts = group.flatMap(({ path, text }) => [path, text]);
    const hash = textHash([basis, ...texts].join('\0'));
    for (const { path } of group) hashes.set(path, hash);
  }
  return hashes;
}

/** The groups, their files in the order they came in. */
function groupFiles(files: readonly SchemaSource[]): Iterable<readonly SchemaSource[]> {
  const groupOf = new Map(files.map((file) => [file, [file]]));
  const byTitle = new Map(files.map((file) => [titleOf(file), file]));
  for (const file of files) {
    for (const word of wordsOf(file)) {
      const other = byTitle.get(word);
      if (other !== undefined) joinGroups(groupOf, file, other);
    }
  }
  const groups = new Map<readonly SchemaSource[], SchemaSource[]>();
  for (const file of files) {
    const group = groupOf.get(file) ?? [file];
    const ordered = groups.get(group) ?? [];
    ordered.push(file);
    groups.set(group, ordered);
  }
  return groups.values();
}

function joinGroups(
  groupOf: Map<SchemaSource, SchemaSource[]>,
  file: SchemaSource,
  other: SchemaSource,
): void {
  const [ours = [], theirs = []] = [groupOf.get(file), groupOf.get(other)];
  if (ours === theirs) return;
  const [larger, smaller] = ours.length < theirs.length ? [theirs, ours] : [ours, theirs];
  for (const moved of smaller) {
    larger.push(moved);
    groupOf.set(moved, larger);
  }
}

/** The file's own name stands in for a title that is no text: such a file is refused anyway. */
function titleOf({ document, path }: SchemaSource): string {
  const isTitled = typeof document === 'object' && document !== null && 'title' in document;
  return isTitled && typeof document.title === 'string' ? document.title : path;
}

/** Escapes in a text could hide a title. */
function wordsOf({ text, document }: SchemaSource): ReadonlySet<string> {
  const plain = text.includes('\\') ? JSON.stringify(document) : text;
  return new Set(plain.match(WORD));
}
