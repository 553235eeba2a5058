/** Maximum number of values in a message, and their maximum length. */
const SHOWN = 5;
const MAX_LENGTH = 60;

/** Lists the first values with their number of rows: `"a" (3 rows), "b" and 7 more values`. */
export function listValues(values: ReadonlyMap<string, number>): string {
  const shown = [...values].slice(0, SHOWN).map(([value, count]) => {
    const text = value.length > MAX_LENGTH ? `${value.slice(0, MAX_LENGTH)}…` : value;
    return JSON.stringify(text) + (count > 1 ? ` (${count} rows)` : '');
  });
  const rest = values.size - shown.length;
  return shown.join(', ') + (rest > 0 ? ` and ${quantity(rest, 'more value')}` : '');
}

/** Formats a quantity: `1 row`, `2 rows`. */
export function quantity(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Counts a value. */
export function countValue(values: Map<string, number>, value: string): void {
  values.set(value, (values.get(value) ?? 0) + 1);
}
