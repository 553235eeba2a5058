/** Byte by byte, blanks at the end left out: the only one of its kind before MySQL 8.0.17 and MariaDB 10.2.2. */
export const PADDED_COLLATION = 'utf8mb4_bin';

/** Byte by byte, blanks at the end included: that of MariaDB, then that of MySQL. */
export const EXACT_COLLATIONS = ['utf8mb4_nopad_bin', 'utf8mb4_0900_bin'] as const;

/** The collation of texts that are keys, among those that a server knows. */
export function exactCollation(known: readonly string[]): string {
  return EXACT_COLLATIONS.find((name) => known.includes(name)) ?? PADDED_COLLATION;
}
