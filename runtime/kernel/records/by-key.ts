import type { SqlSession } from '../contract/database/database.js';

/**
 * A join that looks rows up by key, one outer row after the other. PostgreSQL takes a recursive query for hundreds of times
 * larger than it is and would read whole tables into hashes; a lateral subquery that it cannot flatten leaves it no
 * choice but the index, with or without statistics. (The condition is repeated outside to keep the estimates low: the
 * hash table of a recursive query is made as large as its estimate.) SQLite keeps the order of a `cross join`, and the others
 * loop by themselves.
 */
export function byKey(session: Pick<SqlSession, 'dialect'>) {
  const { name } = session.dialect;
  const join = (kind: string) => (rows: string, alias: string, on: string) =>
    name === 'postgres'
      ? `${kind} lateral (select ${alias}.* from ${rows} ${alias} where ${on} offset 0) ${alias} on ${on}`
      : `${kind} ${rows} ${alias} on ${on}`;
  return { inner: join(joinInOrder(session)), left: join('left join') };
}

/**
 * SQL for equality with a key, for columns in which few keys may fill most rows, as when all pages lie below one.
 * PostgreSQL expects equally many rows for each key and would read the whole table; for a range of one key it uses the
 * index.
 */
export const skewedKey =
  ({ dialect }: Pick<SqlSession, 'dialect'>) =>
  (column: string, key: string): string =>
    dialect.name === 'postgres' ? `${column} between ${key} and ${key}` : `${column} = ${key}`;

/** The words of a join whose first table SQLite, which keeps no statistics, reads first; the others choose by theirs. */
export const joinInOrder = ({ dialect }: Pick<SqlSession, 'dialect'>): string =>
  dialect.name === 'sqlite' ? 'cross join' : 'join';
