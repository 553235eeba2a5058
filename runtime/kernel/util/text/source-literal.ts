import { CODE, type Code } from '../../contract/code.js';

const WIDTH = 110;

/** Position of a printed value: its indentation, and the columns its line has used or still needs. */
interface Placement {
  readonly indent?: number;
  readonly used?: number;
}

/**
 * Prints a value as TypeScript: single quotes, bare keys where possible, on one line if it fits into 110
 * columns. All strings are escaped, so text of a schema file cannot end a literal, a comment or a line.
 */
export function printLiteral(value: unknown, { indent = 0, used = 0 }: Placement = {}): string {
  const flat = isLeaf(value) ? printFlat(value) : printWithin(value, WIDTH - indent - used);
  if (flat !== undefined) return flat;
  if (!Array.isArray(value)) return printMembers(value, indent);
  const pad = ' '.repeat(indent);
  const entries = value.map((entry) => `${pad}  ${printLiteral(entry, { indent: indent + 2, used: 1 })},\n`);
  return `[\n${entries.join('')}${pad}]`;
}

/** Prints an object as TypeScript with one line per member. */
export function printMembers(value: unknown, indent = 0): string {
  const pad = ' '.repeat(indent);
  const members = presentMembers(value).map(([key, member]) => {
    const name = `${printKey(key)}: `;
    return `${pad}  ${name}${printLiteral(member, { indent: indent + 2, used: name.length + 1 })},\n`;
  });
  return `{\n${members.join('')}${pad}}`;
}

/**
 * Prints a value on one line of at most `room` columns, or returns undefined. It stops as soon as the value
 * is too long.
 */
function printWithin(value: unknown, room: number): string | undefined {
  if (room <= 0) return undefined;
  if (isLeaf(value)) {
    const text = printFlat(value);
    return text.length <= room ? text : undefined;
  }
  const isList = Array.isArray(value);
  const members: readonly (readonly [string, unknown])[] = isList
    ? value.map((entry: unknown) => ['', entry] as const)
    : presentMembers(value);
  let text = isList ? '[' : '{ ';
  const end = isList ? ']' : ' }';
  for (const [index, [key, member]] of members.entries()) {
    text += `${index === 0 ? '' : ', '}${isList ? '' : `${printKey(key)}: `}`;
    const printed = printWithin(member, room - text.length - end.length);
    if (printed === undefined) return undefined;
    text += printed;
  }
  return text.length + end.length <= room ? text + end : undefined;
}

/** Quotes a string for TypeScript. */
export function printString(text: string): string {
  const escaped = text.replace(UNSAFE, (character) => ESCAPES[character] ?? unicodeEscape(character));
  if (!escaped.includes("'")) return `'${escaped}'`;
  return escaped.includes('"') ? `'${escaped.replaceAll("'", "\\'")}'` : `"${escaped}"`;
}

/**
 * Escapes characters that some tools treat as line breaks. The escapes are equivalent in strings and harmless
 * in comments.
 */
export function escapeSeparators(text: string): string {
  return text.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/**
 * Prints a member name, bare if it is an identifier. `__proto__` is computed, because it would set the
 * prototype otherwise.
 */
export function printKey(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return IDENTIFIER.test(key) ? key : printString(key);
}

/** Prints a member access: `.label`, or `['content-type']` for other names. */
export function printAccess(key: string): string {
  return IDENTIFIER.test(key) ? `.${key}` : `[${printString(key)}]`;
}

const IDENTIFIER = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
// Backslash, control characters, line separators and unpaired surrogates.
const UNSAFE =
  /[\\\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Prints a value as TypeScript on one line of any length. */
export function printFlat(value: unknown): string {
  if (isCode(value)) return value[CODE];
  if (value instanceof Date) return `new Date(${printString(value.toISOString())})`;
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} has no literal.`);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(printFlat).join(', ')}]`;
  if (typeof value !== 'object') throw new Error(`A ${typeof value} has no literal.`);
  const members = presentMembers(value).map(([key, member]) => `${printKey(key)}: ${printFlat(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function presentMembers(value: unknown): [string, unknown][] {
  return Object.entries(value ?? {}).filter(([, member]) => member !== undefined);
}

function isLeaf(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || isCode(value)) return true;
  return Array.isArray(value) ? value.length === 0 : presentMembers(value).length === 0;
}

function isCode(value: unknown): value is Code {
  return typeof value === 'object' && value !== null && CODE in value;
}
