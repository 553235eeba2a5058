/** Prints items as a list for command line messages. */
export function listed(items: readonly string[]): string {
  return items.map((item) => `  - ${item}`).join('\n');
}
