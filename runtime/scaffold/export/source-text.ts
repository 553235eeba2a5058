/** A symbol, so that no stored JSON can pass for code. */
const CODE = Symbol('code');

/** TypeScript that stands for itself inside printed values: a variable, a call. */
export interface Code {
  readonly [CODE]: string;
}

/** Marks text as TypeScript. */
export function code(text: string): Code {
  return { [CODE]: text };
}

/** A member of an object literal. */
export type Member = readonly [name: string, value: unknown];

const WIDTH = 110;

/**
 * Whether a stored value reads back as the same one when it is written as source: what is neither a number that JSON has nor
 * text, and what a scaffold takes for a file or a resource, does not.
 */
export function isWritable(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (Array.isArray(value)) return value.every(isWritable);
  if (typeof value !== 'object') return false;
  const names = Object.keys(value);
  if ('kind' in value && (value.kind === 'local-file' || value.kind === 'scaffold-resource')) return false;
  return !names.includes('__proto__') && Object.values(value).every(isWritable);
}

/** A value as source: on one line when it fits behind `indent` and what stands before it. */
export function printValue(value: unknown, indent = '', before = 0): string {
  const line = printLine(value);
  if (indent.length + before + line.length <= WIDTH || !isNested(value)) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const entries = value.map((entry) => `${inner}${printValue(entry, inner)},\n`);
    return `[\n${entries.join('')}${indent}]`;
  }
  return printMembers(Object.entries(value), indent);
}

/** An object literal with a line for each member. */
export function printMembers(members: readonly Member[], indent: string): string {
  const inner = `${indent}  `;
  const lines = members.map(([name, value]) => {
    const key = `${printKey(name)}: `;
    return `${inner}${key}${printValue(value, inner, key.length + 1)},\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

/** A string literal in single quotes; what editors take for the end of a line is escaped, though JSON leaves it. */
export function printText(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return `'${escaped}'`;
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !isCode(value);
}

function isCode(value: unknown): value is Code {
  return value !== null && typeof value === 'object' && CODE in value;
}

/** A value as source on one line. */
export function printLine(value: unknown): string {
  if (typeof value === 'string') return printText(value);
  if (value instanceof Date) return `new Date(${printText(value.toISOString())})`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (isCode(value)) return value[CODE];
  if (Array.isArray(value)) return `[${value.map(printLine).join(', ')}]`;
  const members = Object.entries(value).map(([name, member]) => `${printKey(name)}: ${printLine(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function printKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name);
}
