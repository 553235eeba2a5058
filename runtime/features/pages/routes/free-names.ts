import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import { cutText } from '../../../kernel/util/text/cut-text.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { violationAt } from '../../../kernel/validation/violation-at.js';

/** Returns the first of `base`, `base-1`, `base-2`, ... that no route has as its path or name. */
export async function freeRouteName(
  base: string,
  session: SqlSession,
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const used = await usedBeginningWith([base], session);
  const isFree = (candidate: string): boolean => !used.has(candidate) && !taken.has(candidate);
  return numbered(
    base,
    firstFree((number) => isFree(numbered(base, number))),
  );
}

/**
 * Returns a free path and a free name. The path's suffix depends on paths only (contract decision 62). The name takes
 * the same suffix if it is free, or else the next free one.
 */
export async function freePathAndName(
  wanted: { readonly path: string; readonly name: string },
  session: SqlSession,
): Promise<{ readonly path: string; readonly name: string }> {
  const { paths, names } = await routesBeginningWith([wanted.path, wanted.name], session);
  const number = firstFree((candidate) => !paths.has(numberedPath(wanted.path, candidate)));
  const ofName = firstFree((candidate) => !names.has(numbered(wanted.name, candidate)), number);
  return { path: numberedPath(wanted.path, number), name: numbered(wanted.name, ofName) };
}

/** Returns the first number from `start` for which the test passes. */
function firstFree(isFree: (number: number) => boolean, start = 0): number {
  let number = start;
  while (!isFree(number)) number += 1;
  return number;
}

/** Column length of paths and names. */
export const LONGEST_PATH = 255;
/** Characters reserved for suffixes: more numbers than there are routes. */
const LONGEST_SUFFIX = 8;

/** Returns `base`, `base-1`, `base-2`, ..., shortened to the column length. */
export function numbered(base: string, number: number): string {
  const suffix = number === 0 ? '' : `-${number}`;
  return beginningOf(base, LONGEST_PATH - suffix.length) + suffix;
}

/**
 * Returns a numbered path whose last segment is shortened if necessary.
 * @throws AppError 422 if nothing of that segment would remain
 */
export function numberedPath(base: string, number: number): string {
  const path = numbered(base, number);
  const folder = base.slice(0, base.lastIndexOf('/') + 1);
  const isCut = path.length < base.length;
  if (isCut && !(path.startsWith(folder) && /^[^-]/.test(path.slice(folder.length))))
    throw validationFailed([NO_ROOM]);
  return path;
}

/** Returns the first `length` characters, without a trailing hyphen. */
function beginningOf(text: string, length: number): string {
  const cut = cutText(text, length);
  return cut === text ? text : cut.replace(/-+$/, '');
}

const NO_ROOM = violationAt(
  'path',
  messageOf(
    'The path of the parent leaves no room for another segment. Shorten it: a path has {{ limit }} characters or less.',
    { parameters: { limit: String(LONGEST_PATH) } },
  ),
  VIOLATION_CODES.tooLong,
);

/** Returns the prefix that all numbered variants of `base` share. */
function stemOf(base: string): string {
  const stem = beginningOf(base, LONGEST_PATH - LONGEST_SUFFIX);
  return stem === base ? `${base}-` : stem;
}

async function usedBeginningWith(
  bases: readonly string[],
  session: SqlSession,
): Promise<ReadonlySet<string>> {
  const { paths, names } = await routesBeginningWith(bases, session);
  return new Set([...paths, ...names]);
}

/**
 * Rows in: paths or names. Rows out: routes that have one of them, with or without a number. Cost: one scan of the
 * indexes.
 */
async function routesBeginningWith(
  bases: readonly string[],
  session: SqlSession,
): Promise<{ readonly paths: ReadonlySet<string>; readonly names: ReadonlySet<string> }> {
  const { dialect } = session;
  const tests = bases.flatMap((_base, index) =>
    ['r.route', 'r.name'].flatMap((column) => [
      `${column} = :base${index}`,
      dialect.wildcard(column, `numbered${index}`),
    ]),
  );
  const parameters = Object.fromEntries(
    bases.flatMap((text, index) => [
      [`base${index}`, numbered(text, 0)],
      [`numbered${index}`, dialect.wildcardPattern([{ text: stemOf(text) }, 'any'])],
    ]),
  );
  const rows = await session.all<{ path: string; name: string }>(
    `select r.route as path, r.name as name from ${session.table('route')} r where ${tests.join(' or ')}`,
    parameters,
  );
  return { paths: new Set(rows.map(({ path }) => path)), names: new Set(rows.map(({ name }) => name)) };
}
