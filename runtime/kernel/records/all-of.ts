/** Combines conditions with `and`; true if there are none. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '1 = 1' : conditions.map((sql) => `(${sql})`).join('\nand ');
}
