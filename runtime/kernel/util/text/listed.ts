/** A line for each, as messages of the command line list what they are about. */
export function listed(items: readonly string[]): string {
  return items.map((item) => `  - ${item}`).join('\n');
}
