/** Printed members of the two long parts of the document, by name. */
export interface DocumentPieces {
  readonly paths: ReadonlyMap<string, string>;
  readonly schemas: ReadonlyMap<string, string>;
}

const PATH_INDENT = 4;
const SCHEMA_INDENT = 6;
/** The name that a member begins with. */
const QUOTED = /^"(?:[^"\\]|\\.)*"/;

/** A path of the document as it stands there, without its name. */
export function printPath(value: unknown): string {
  return printPiece(value, PATH_INDENT);
}

/** A schema of the document as it stands there, without its name. */
export function printSchema(value: unknown): string {
  return printPiece(value, SCHEMA_INDENT);
}

/** Line breaks in strings are escaped, so every one of the text is followed by the indent. */
function printPiece(value: unknown, indent: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(indent)}`);
}

/**
 * The text of a document of which `frame` is all but its paths and schemas, as `JSON.stringify` gives it with two spaces.
 * The document of a large site has megabytes, and most of them are those of the last run.
 */
export function joinDocument(frame: object, { paths, schemas }: DocumentPieces): string {
  // A quote in a string is escaped: only members read like this.
  const [head = '', afterPaths = ''] = JSON.stringify(frame, null, 2).split('"paths": {}');
  const [middle = '', tail = ''] = afterPaths.split('"schemas": {}');
  const pathText = joinPieces(paths, PATH_INDENT);
  const schemaText = joinPieces(schemas, SCHEMA_INDENT);
  return `${head}"paths": ${pathText}${middle}"schemas": ${schemaText}${tail}\n`;
}

function joinPieces(pieces: ReadonlyMap<string, string>, indent: number): string {
  const space = ' '.repeat(indent);
  const names = [...pieces.keys()].sort();
  const members = names.map((name) => `${space}${JSON.stringify(name)}: ${pieces.get(name) ?? ''}`);
  return `{\n${members.join(',\n')}\n${space.slice(2)}}`;
}

/** Takes the pieces out of a text that `joinDocument` gave. */
export function cutDocument(text: string): DocumentPieces {
  return {
    paths: cutPieces(text, '\n  "paths": {', PATH_INDENT),
    schemas: cutPieces(text, '\n    "schemas": {', SCHEMA_INDENT),
  };
}

function cutPieces(text: string, opening: string, indent: number): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  const line = `\n${' '.repeat(indent)}"`;
  const end = text.indexOf(`\n${' '.repeat(indent - 2)}}`, text.indexOf(opening));
  let start = text.indexOf(line, text.indexOf(opening));
  while (start !== -1 && start < end) {
    const next = text.indexOf(line, start + line.length);
    const isLast = next === -1 || next > end;
    const member = text.slice(start + line.length - 1, isLast ? end : next - 1);
    const [quoted = '""'] = QUOTED.exec(member) ?? [];
    // A quoted text is a string.
    pieces.set(JSON.parse(quoted) as string, member.slice(quoted.length + ': '.length));
    start = next;
  }
  return pieces;
}
