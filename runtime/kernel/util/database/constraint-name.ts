import { createHash } from 'node:crypto';

/** Leaves room for a short table prefix below PostgreSQL's limit of 63 characters. */
const MAX_LENGTH = 60;

/** Returns the deterministic name of an index, unique key or foreign key. Long names end in a hash. */
export function constraintName(
  kind: 'idx' | 'uniq' | 'fk',
  table: string,
  columns: readonly string[],
): string {
  return shortName([kind, table, ...columns].join('_'));
}

/** Shortens a name to a length that every database accepts. */
export function shortName(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}
/** Returns the name of an index or constraint as it appears in driver errors. */
export function constraintNameInDatabase(prefix: string, name: string): string {
  return shortName(prefix + name);
}
