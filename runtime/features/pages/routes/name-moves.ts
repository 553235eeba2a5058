import type { SqlSession } from '../../../kernel/contract/database.js';
import type { StoredRecord } from '../../../kernel/contract/record.js';
import { freeRouteName } from './free-names.js';

/** A route on its way from one path to another. */
export interface Move {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

export interface NamedMove {
  readonly move: Move;
  /** Name of the route at its new path. */
  readonly name: string;
  /** Name of the redirect that stays at the old path. */
  readonly redirectName: string;
}

/**
 * Routes that move are called after their new paths, the redirects that stay after the old ones; a name that is taken gets
 * a number. One statement, and one more for each name that is taken.
 */
export async function nameMoves(
  moves: readonly Move[],
  records: ReadonlyMap<string, StoredRecord>,
  session: SqlSession,
): Promise<readonly NamedMove[]> {
  const taken = await takenNames(moves, session);
  const given = new Set<string>();
  const choose = async (wanted: string, own?: unknown): Promise<string> => {
    const isFree = wanted === own || (!taken.has(wanted) && !given.has(wanted));
    const name = isFree ? wanted : await freeRouteName(wanted, session, given);
    given.add(name);
    return name;
  };
  const names: string[] = [];
  for (const { id, to } of moves) names.push(await choose(to, records.get(id)?.values.name));
  // The routes that move have given up their names by now.
  for (const { values } of records.values()) taken.delete(String(values.name));
  const named: NamedMove[] = [];
  for (const [index, move] of moves.entries())
    named.push({ move, name: names[index] ?? move.to, redirectName: await choose(move.from) });
  return named;
}

/** Rows in: paths. Rows out: the names among them that routes have. Cost: the rows found, by the index of names. */
async function takenNames(moves: readonly Move[], session: SqlSession): Promise<Set<string>> {
  const sql = `select r.name as name
from ${session.table('route')} r
where ${session.dialect.anyOf('r.name', 'names', 'string')}`;
  const names = moves.flatMap(({ from, to }) => [from, to]);
  const rows = await session.all<{ name: string }>(sql, { names });
  return new Set(rows.map(({ name }) => name));
}
