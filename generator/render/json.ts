/** Prints a value as JSON on one line with spaces: `{ "type": ["string", "null"] }`. */
export function printJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${printJson(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

const WIDTH = 110;

/**
 * Prints a value as JSON with one member per line. Containers of plain values stay on one line if they fit, which
 * halves the lines of a large document.
 */
export function printJsonLines(value: unknown, indent = 0): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const isFlat = members.every(([, member]) => typeof member !== 'object' || member === null);
  const flat = isFlat ? printJson(value) : '';
  if (isFlat && indent + flat.length <= WIDTH) return flat;
  const inner = indent + 2;
  const isList = Array.isArray(value);
  const lines = members.map(
    ([key, member]) =>
      `${' '.repeat(inner)}${isList ? '' : `${JSON.stringify(key)}: `}${printJsonLines(member, inner)}`,
  );
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${' '.repeat(indent)}${close}`;
}
