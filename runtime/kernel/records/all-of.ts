/** All conditions ANDed; `true` when there is none. */
export function allOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '1 = 1' : conditions.map((sql) => `(${sql})`).join('\nand ');
}
