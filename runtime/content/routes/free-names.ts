import type { SqlSession } from '../../contract/database.js';

/** `base`, or `base-1`, `base-2`, ...: the first that no route has as a path or a name. */
export async function freeRouteName(
  base: string,
  session: SqlSession,
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const used = await usedBeginningWith([base], session);
  const isFree = (candidate: string): boolean => !used.has(candidate) && !taken.has(candidate);
  return firstFree((suffix) => (isFree(base + suffix) ? base + suffix : undefined));
}

/** Path and name with one suffix for both (core.md section 6.5, step 4). */
export async function freePathAndName(
  wanted: { readonly path: string; readonly name: string },
  session: SqlSession,
): Promise<{ readonly path: string; readonly name: string }> {
  const { paths, names } = await routesBeginningWith([wanted.path, wanted.name], session);
  return firstFree((suffix) => {
    const candidate = { path: wanted.path + suffix, name: wanted.name + suffix };
    return paths.has(candidate.path) || names.has(candidate.name) ? undefined : candidate;
  });
}

function firstFree<Result>(attempt: (suffix: string) => Result | undefined): Result {
  for (let number = 0; ; number += 1) {
    const found = attempt(number === 0 ? '' : `-${number}`);
    if (found !== undefined) return found;
  }
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
