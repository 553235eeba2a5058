/** Binary collation that ignores trailing blanks; the only one before MySQL 8.0.17 and MariaDB 10.2.2. */
export const PADDED_COLLATION = 'utf8mb4_bin';

/** Binary collations with significant trailing blanks, of MariaDB and of MySQL. */
export const EXACT_COLLATIONS = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'] as const;

/** Returns the collation of text keys among those that a server supports. */
export function exactCollation(known: readonly string[]): string {
  return EXACT_COLLATIONS.find((name) => known.includes(name)) ?? PADDED_COLLATION;
}
