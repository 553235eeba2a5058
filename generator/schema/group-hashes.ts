import { textHash } from '../text/text-hash.js';
import type { SchemaSource } from './load-schemas.js';

const WORD = /[A-Za-z0-9_]+/g;

/**
 * Returns one hash for each type, by path: of `basis` and of every file that can affect the type. Types reference each
 * other by title only. The files are those whose titles occur in the type's file, and those whose files contain its
 * title, transitively. Words that happen to be titles only enlarge a group.
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

/** Groups the files, in their original order. */
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

/** Returns the title, or the file name if the title is not a string. Such a file is rejected anyway. */
function titleOf({ document, path }: SchemaSource): string {
  const isTitled = typeof document === 'object' && document !== null && 'title' in document;
  return isTitled && typeof document.title === 'string' ? document.title : path;
}

/** Returns the words of a file. Uses the parsed document, because escapes could hide a title. */
function wordsOf({ text, document }: SchemaSource): ReadonlySet<string> {
  const plain = text.includes('\\') ? JSON.stringify(document) : text;
  return new Set(plain.match(WORD));
}
