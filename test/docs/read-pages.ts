import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Files that `cms init` writes, in layers. */
export const NEW_PROJECT = ['create/templates/base', 'create/templates/content/blank'] as const;

/** Folders of documentation about a reader's project. The others describe this repository. */
const FOLDERS = ['docs/tutorial', 'docs/how-to', 'docs/reference', 'docs/explanation'];

/** A fenced block of code. */
export interface CodeBlock {
  readonly page: string;
  /** Line of the page on which the code starts. */
  readonly line: number;
  readonly language: string;
  /** File of the reader's project with this code: ```` ```ts [src/page.ts] ````. */
  readonly path: string | undefined;
  readonly code: string;
  /**
   * Reason why the block is not checked, from the comment above: `<!-- unchecked: it is the file of another program
   * -->`.
   */
  readonly unchecked: string | undefined;
}

export interface DocPage {
  readonly path: string;
  readonly text: string;
  /** Project of its blocks: a new one with the files of the page, or the sample site. */
  readonly project: 'new' | 'sample';
  readonly blocks: readonly CodeBlock[];
}

export function readPages(): readonly DocPage[] {
  const files = FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  );
  return ['README.md', 'docs/README.md', ...files].map(readPage);
}

function readPage(path: string): DocPage {
  const text = readFileSync(join(ROOT, path), 'utf8');
  // The README of this repository describes the sample site.
  const isSample = path === 'README.md' || /^---\n(?:.+\n)*?project: sample\n/.test(text);
  return { path, text, project: isSample ? 'sample' : 'new', blocks: [...readBlocks(path, text)] };
}

const FENCE = /^(?<indent> *)(?<marks>`{3,})(?<language>\S*)(?: \[(?<path>[^\]]+)\])?.*$/;
const UNCHECKED = /^ *<!-- unchecked: (?<reason>.+) -->$/;

function* readBlocks(page: string, text: string): Generator<CodeBlock> {
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const { indent = '', marks = '', language = '', path } = FENCE.exec(lines[at] ?? '')?.groups ?? {};
    if (marks === '') continue;
    const end = lines.findIndex((line, index) => index > at && line.trim() === marks);
    const code = lines
      .slice(at + 1, end)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    const above = lines.slice(0, at).findLast((line) => line.trim() !== '');
    const unchecked = UNCHECKED.exec(above ?? '')?.groups?.['reason'];
    yield { page, line: at + 2, language, path, code: `${code.join('\n')}\n`, unchecked };
    at = end;
  }
}

/** Formats a location as editors open it: `docs/how-to/forms.md:12`. */
export const placeOf = ({ page, line }: CodeBlock): string => `${page}:${line}`;
