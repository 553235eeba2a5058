import type { SqlSession } from '../../../kernel/contract/database/database.js';
import { VIOLATION_CODES } from '../../../kernel/contract/records/violation-codes.js';
import { validationFailed } from '../../../kernel/errors/catalog.js';
import { cutText } from '../../../kernel/util/text/cut-text.js';
import { messageOf } from '../../../kernel/util/text/message-text.js';
import { violationAt } from '../../../kernel/validation/violation-at.js';

/** `base`, or `base-1`, `base-2`, ...: the first that no route has as a path or a name. */
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
 * A path that no route has, and a name that none has. The suffix of the path looks at paths only (contract decision
 * 62); the name takes the same one where it can, else the next that is free.
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

/** The first number, from `start` on, that passes. */
function firstFree(isFree: (number: number) => boolean, start = 0): number {
  let number = start;
  while (!isFree(number)) number += 1;
  return number;
}

/** Characters of the columns of paths and names. */
export const LONGEST_PATH = 255;
/** Room that is looked through for suffixes: more numbers than there are routes. */
const LONGEST_SUFFIX = 8;

/** `base`, `base-1`, `base-2`, ..., each cut so that it fits its column. */
export function numbered(base: string, number: number): string {
  const suffix = number === 0 ? '' : `-${number}`;
  return beginningOf(base, LONGEST_PATH - suffix.length) + suffix;
}

/**
 * The same of a path, of which the last segment is cut.
 * @throws AppError 422 when nothing of that segment would be left.
 */
export function numberedPath(base: string, number: number): string {
  const path = numbered(base, number);
  const kept = base.slice(0, base.lastIndexOf('/') + 1);
  const isCut = path.length < base.length;
  if (isCut && !(path.startsWith(kept) && /^[^-]/.test(path.slice(kept.length))))
    throw validationFailed([NO_ROOM]);
  return path;
}

/** The first `length` characters of a text, without a hyphen that the cut leaves at its end. */
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

/** The beginning that `base` with any number has. */
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

/** Rows in: paths or names. Rows out: routes that have one of them, with or without a number. Cost: one scan of the indexes. */
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
