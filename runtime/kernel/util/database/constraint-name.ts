import { createHash } from 'node:crypto';

/** Leaves room for a short table prefix below the 63 characters that PostgreSQL keeps. */
const MAX_LENGTH = 60;

/** Deterministic name of an index, unique key or foreign key; long ones end in a hash of the whole. */
export function constraintName(
  kind: 'idx' | 'uniq' | 'fk',
  table: string,
  columns: readonly string[],
): string {
  return shortName([kind, table, ...columns].join('_'));
}

/** A name that every database accepts whole. */
export function shortName(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${name.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
}
/** The name under which a driver's error speaks of an index or constraint. */
export function constraintNameInDatabase(prefix: string, name: string): string {
  return shortName(prefix + name);
}
