export interface JsonFault {
  /** Offset in the text. */
  readonly position: number;
  readonly message: string;
}

interface Scanner {
  readonly text: string;
  /** `JSON.parse` uses the last of duplicate keys. */
  readonly keysMayRepeat: boolean;
  position: number;
}

class Fault extends Error {
  readonly position: number;

  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

/**
 * Finds the first syntax error in JSON text, including duplicate keys unless they are allowed. `JSON.parse`
 * accepts duplicates and reports no position for most errors. Nesting is parsed recursively, so limit the
 * depth of untrusted text first.
 */
export function locateJsonError(
  text: string,
  { keysMayRepeat = false }: { readonly keysMayRepeat?: boolean } = {},
): JsonFault | undefined {
  const scanner: Scanner = { text, keysMayRepeat, position: 0 };
  try {
    skipSpace(scanner);
    scanValue(scanner);
    skipSpace(scanner);
    if (scanner.position < text.length) fail(scanner, 'There is text after the end of the document');
    return undefined;
  } catch (error) {
    if (error instanceof Fault) return { position: error.position, message: error.message };
    throw error;
  }
}

/** Returns the one-based line and column of an offset. */
export function lineAndColumn(
  text: string,
  position: number,
): { readonly line: number; readonly column: number } {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

function scanValue(scanner: Scanner): void {
  const first = scanner.text[scanner.position];
  if (first === '{') return scanObject(scanner);
  if (first === '[') return scanList(scanner);
  if (first === '"') {
    scanString(scanner);
    return;
  }
  const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
  literal.lastIndex = scanner.position;
  const match = literal.exec(scanner.text);
  if (match === null) {
    fail(
      scanner,
      first === undefined
        ? 'The document ends too early'
        : `Unexpected ${JSON.stringify(first)}, expected a value`,
    );
  }
  scanner.position += match[0].length;
}

function scanObject(scanner: Scanner): void {
  const keys = new Set<string>();
  scanner.position++;
  skipSpace(scanner);
  if (take(scanner, '}')) return;
  for (;;) {
    const start = scanner.position;
    if (scanner.text[start] !== '"') fail(scanner, 'Expected a key in double quotes');
    const key = scanString(scanner);
    if (keys.has(key) && !scanner.keysMayRepeat)
      throw new Fault(start, `The key ${JSON.stringify(key)} is there twice`);
    keys.add(key);
    skipSpace(scanner);
    if (!take(scanner, ':')) fail(scanner, 'Expected ":" after a key');
    skipSpace(scanner);
    scanValue(scanner);
    skipSpace(scanner);
    if (take(scanner, '}')) return;
    if (!take(scanner, ',')) fail(scanner, 'Expected "," or "}" after a value');
    skipSpace(scanner);
  }
}

function scanList(scanner: Scanner): void {
  scanner.position++;
  skipSpace(scanner);
  if (take(scanner, ']')) return;
  for (;;) {
    scanValue(scanner);
    skipSpace(scanner);
    if (take(scanner, ']')) return;
    if (!take(scanner, ',')) fail(scanner, 'Expected "," or "]" after a value');
    skipSpace(scanner);
  }
}

function scanString(scanner: Scanner): string {
  const pattern = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})|[\u007f-\u009f])*"/uy;
  pattern.lastIndex = scanner.position;
  const match = pattern.exec(scanner.text);
  if (match === null) fail(scanner, 'This string is not closed, or holds a line break or a wrong escape');
  scanner.position += match[0].length;
  return String(JSON.parse(match[0]));
}

function skipSpace(scanner: Scanner): void {
  while (/[ \t\r\n]/.test(scanner.text[scanner.position] ?? '')) scanner.position++;
}

function take(scanner: Scanner, character: string): boolean {
  if (scanner.text[scanner.position] !== character) return false;
  scanner.position++;
  return true;
}

function fail(scanner: Scanner, message: string): never {
  throw new Fault(scanner.position, message);
}
