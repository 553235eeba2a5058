import type { SqlSession } from '../contract/database/database.js';

/**
 * Builds joins that look up rows by key, one outer row after the other. PostgreSQL overestimates recursive
 * queries by orders of magnitude and would hash whole tables. A lateral subquery that it cannot flatten
 * forces the index, with or without statistics. The condition is repeated outside, because the hash table of
 * a recursive query is sized by the estimate. SQLite keeps the order of a `cross join`, and the other
 * databases use nested loops anyway.
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
 * Returns SQL for equality with a key in a skewed column, for example if most pages have the same parent. PostgreSQL assumes a uniform distribution and would scan the table; for a range
 * of one key it uses the index.
 */
export const skewedKey =
  ({ dialect }: Pick<SqlSession, 'dialect'>) =>
  (column: string, key: string): string =>
    dialect.name === 'postgres' ? `${column} between ${key} and ${key}` : `${column} = ${key}`;

/**
 * Returns the join keyword that makes SQLite, which has no statistics, read the first table first. The other
 * databases use their statistics.
 */
export const joinInOrder = ({ dialect }: Pick<SqlSession, 'dialect'>): string =>
  dialect.name === 'sqlite' ? 'cross join' : 'join';
