import { printJsonLines } from '../../render/json.js';

/** Large sections of the document, in document order. */
export const SECTIONS = [
  { name: 'paths', indent: 4 },
  { name: 'parameters', indent: 6 },
  { name: 'requestBodies', indent: 6 },
  { name: 'schemas', indent: 6 },
] as const;

type SectionName = (typeof SECTIONS)[number]['name'];

/** Printed members by section and name. */
export type DocumentPieces = ReadonlyMap<SectionName, ReadonlyMap<string, string>>;

/** Matches the name of a member. */
const QUOTED = /^"(?:[^"\\]|\\.)*"/;

/** Prints the members of the sections, without their names. */
export function printPieces(sections: Readonly<Partial<Record<SectionName, object>>>): DocumentPieces {
  return new Map(
    SECTIONS.map(({ name, indent }) => {
      const members = Object.entries(sections[name] ?? {});
      return [name, new Map(members.map(([key, value]) => [key, printJsonLines(value, indent)]))];
    }),
  );
}

/**
 * Inserts the sections into `frame`, which contains the rest of the document. Returns the text that `printJsonLines`
 * would print. Documents of large sites have megabytes, and most sections are reused from the last run.
 */
export function joinDocument(frame: object, pieces: DocumentPieces): string {
  let rest = printJsonLines(frame);
  let text = '';
  for (const { name, indent } of SECTIONS) {
    // Quotes in strings are escaped, so only a member matches.
    const opening = `"${name}": {}`;
    const at = rest.indexOf(opening);
    text += `${rest.slice(0, at)}"${name}": ${joinPieces(pieces.get(name) ?? new Map(), indent)}`;
    rest = rest.slice(at + opening.length);
  }
  return `${text}${rest}\n`;
}

function joinPieces(pieces: ReadonlyMap<string, string>, indent: number): string {
  if (pieces.size === 0) return '{}';
  const space = ' '.repeat(indent);
  const names = [...pieces.keys()].sort();
  const members = names.map((name) => `${space}${JSON.stringify(name)}: ${pieces.get(name) ?? ''}`);
  return `{\n${members.join(',\n')}\n${space.slice(2)}}`;
}

/** Extracts the sections from a text that `joinDocument` returned. */
export function cutDocument(text: string): DocumentPieces {
  return new Map(SECTIONS.map(({ name, indent }) => [name, cutPieces(text, name, indent)]));
}

function cutPieces(text: string, section: string, indent: number): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  const opening = text.indexOf(`\n${' '.repeat(indent - 2)}"${section}": {\n`);
  if (opening === -1) return pieces;
  const line = `\n${' '.repeat(indent)}"`;
  const end = text.indexOf(`\n${' '.repeat(indent - 2)}}`, opening);
  let start = text.indexOf(line, opening);
  while (start !== -1 && start < end) {
    const next = text.indexOf(line, start + line.length);
    const isLast = next === -1 || next > end;
    const member = text.slice(start + line.length - 1, isLast ? end : next - 1);
    const [quoted = '""'] = QUOTED.exec(member) ?? [];
    // A quoted text parses to a string.
    pieces.set(JSON.parse(quoted) as string, member.slice(quoted.length + ': '.length));
    start = next;
  }
  return pieces;
}
