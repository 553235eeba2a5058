import type { SqlSession } from '../../../kernel/contract/database.js';

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
  const number = firstFree((candidate) => !paths.has(numbered(wanted.path, candidate)));
  const ofName = firstFree((candidate) => !names.has(numbered(wanted.name, candidate)), number);
  return { path: numbered(wanted.path, number), name: numbered(wanted.name, ofName) };
}

/** The first number, from `start` on, that passes. */
function firstFree(isFree: (number: number) => boolean, start = 0): number {
  let number = start;
  while (!isFree(number)) number += 1;
  return number;
}

/** `base`, `base-1`, `base-2`, ... */
export function numbered(base: string, number: number): string {
  return number === 0 ? base : `${base}-${number}`;
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
      [`base${index}`, text],
      [`numbered${index}`, dialect.wildcardPattern([{ text: `${text}-` }, 'any'])],
    ]),
  );
  const rows = await session.all<{ path: string; name: string }>(
    `select r.route as path, r.name as name from ${session.table('route')} r where ${tests.join(' or ')}`,
    parameters,
  );
  return { paths: new Set(rows.map(({ path }) => path)), names: new Set(rows.map(({ name }) => name)) };
}
