/** Prints a value as JSON on one line, spaced as people write it: `{ "type": ["string", "null"] }`. */
export function printJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${printJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
