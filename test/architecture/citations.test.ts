import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['docs', 'generator', 'runtime', 'schemas', 'templates', 'test'];
/** Generated files repeat texts of their sources and emitters. */
const LEFT_OUT = new Set(['dist', 'expected', 'generated', 'node_modules']);
const READ = new Set(['.ts', '.js', '.hbs', '.md']);

/** Returns the text that people wrote in a file: comments of code, or a whole document. */
interface Prose {
  readonly path: string;
  readonly text: string;
}

interface Citation {
  readonly path: string;
  readonly document: string | undefined;
  readonly number: string;
}

const prose = [...FOLDERS.flatMap((folder) => filesBelow(folder)), ...filesOf('')].map(readProse);
const comments = prose.filter(({ path }) => extname(path) !== '.md');
const documents = prose.filter(({ path }) => extname(path) === '.md');
const texts = new Map(documents.map(({ path, text }) => [path.toLowerCase(), text]));

/** Section numbers such as `8.1`, `2 to 7`, `5.3 and 13` or `1.2, 4.2 and 10`. */
const NUMBERS = String.raw`(?<numbers>\d+(?:\.\d+)*(?:(?:, | and | to )\d+(?:\.\d+)*)*)`;
/** A document name such as `core.md`, in documents also as a link. */
const DOCUMENT = String.raw`(?<document>(?<![\w./-])[\w-]+\.md)(?:\]\([^)]*\))?`;
/** Paths such as `runtime/app.ts` or `generator/emit/`, in code marks and starting with a folder of this repository. */
const PATH_IN_DOCUMENT = /`(?<target>(?:docs|generator|runtime|templates|test)\/[\w./-]*)`/g;

const sectionCitations = citations(
  `RFC \\d+,? section|(?:${DOCUMENT},? (?:sections? )?|\\bsections? )${NUMBERS}`,
);
const decisionCitations = citations(`\\bdecisions? ${NUMBERS}`);
const recordCitations = citations(`(?:\\bADRs? |docs/adr/0*)${NUMBERS}`);

describe('citations', () => {
  test('refer to existing sections of documents', () => {
    const strays = sectionCitations.filter(({ path, document, number }) => {
      const named = document === undefined ? ownDocument(path) : findDocument(path, document);
      return named === undefined || !headingNumbers(named).has(number);
    });
    expect(strays.map(print)).toEqual([]);
  });

  test('in comments refer to documents of the repository', () => {
    const names = comments.flatMap(({ path, text }) =>
      [...text.matchAll(new RegExp(DOCUMENT, 'g'))].map(({ groups }) => ({
        path,
        name: groups?.['document'] ?? '',
      })),
    );
    const strays = names.filter(({ path, name }) => findDocument(path, name) === undefined);
    expect(strays.map(({ path, name }) => `${path} names ${name}`)).toEqual([]);
  });

  test('refer to decisions of the list', () => {
    const list = texts.get('docs/contract/readme.md') ?? '';
    const known = new Set([...list.matchAll(/^(\d+)\. /gm)].map(([, number]) => number));
    expect(decisionCitations.filter(({ number }) => !known.has(number)).map(print)).toEqual([]);
  });

  test('refer to existing architecture decision records', () => {
    const known = new Set(
      [...texts.keys()].map((path) => /^docs\/adr\/0*(?<number>\d+)-/.exec(path)?.groups?.['number']),
    );
    expect(recordCitations.filter(({ number }) => !known.has(number)).map(print)).toEqual([]);
  });

  test('in comments refer to nothing outside the repository', () => {
    const outside = /\bspecification\b|\bthe spec\b|\bhouse style\b|\barchitecture section\b/gi;
    const found = comments.flatMap(({ path, text }) =>
      [...text.matchAll(outside)].map(([words]) => `${path} cites ${words}`),
    );
    expect(found).toEqual([]);
  });

  test('in links of documents lead to files', () => {
    const links = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|mailto:|#)(?<target>[^)#\s]+)/g)].map(({ groups }) => ({
        path,
        target: groups?.['target'] ?? '',
      })),
    );
    const dead = links.filter(({ path, target }) => !existsSync(join(ROOT, dirname(path), target)));
    expect(dead.map(({ path, target }) => `${path} links to ${target}`)).toEqual([]);
  });

  test('of paths in documents refer to existing paths', () => {
    const paths = documents
      .filter(({ path }) => !path.includes('CHANGELOG'))
      .flatMap(({ path, text }) =>
        [...text.matchAll(PATH_IN_DOCUMENT)].map(({ groups }) => ({
          path,
          target: groups?.['target'] ?? '',
        })),
      );
    const strays = paths.filter(({ target }) => !existsSync(join(ROOT, target)));
    expect(paths.length).toBeGreaterThan(150);
    expect(strays.map(({ path, target }) => `${path} names ${target}`)).toEqual([]);
  });

  test('include a description of every folder of the runtime and of the generator', () => {
    const description = texts.get('docs/architecture.md') ?? '';
    const folders = ['runtime', 'generator'].flatMap((root) => foldersOf(root));
    expect(folders.filter((folder) => !description.includes(`| \`${folder}/\` `))).toEqual([]);
  });

  test('of functions in documents name the file that declares them', () => {
    const places = documents.flatMap(({ path, text }) =>
      [...text.matchAll(/`(?<name>\w+)`\s+in\s+`(?<target>[\w./-]+\.ts)`/g)].map(({ groups }) => ({
        path,
        name: groups?.['name'] ?? '',
        target: groups?.['target'] ?? '',
      })),
    );
    const strays = places.filter(({ name, target }) => !declarationsIn(target).has(name));
    expect(places.length).toBeGreaterThan(100);
    expect(strays.map(({ path, name, target }) => `${path} looks for ${name} in ${target}`)).toEqual([]);
  });

  test('are found by these tests', () => {
    expect(sectionCitations.length).toBeGreaterThan(200);
    expect(decisionCitations.length).toBeGreaterThan(100);
    expect(recordCitations.length).toBeGreaterThan(10);
  });
});

function filesOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && READ.has(extname(entry.name)))
    .map(({ name }) => join(folder, name));
}

function filesBelow(folder: string): string[] {
  return [...filesOf(folder), ...foldersOf(folder).flatMap((each) => filesBelow(each))];
}

function foldersOf(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !LEFT_OUT.has(entry.name))
    .map(({ name }) => join(folder, name));
}

function readProse(path: string): Prose {
  const text = readFileSync(join(ROOT, path), 'utf8');
  return { path, text: extname(path) === '.md' ? text : commentsOf(text) };
}

/** Returns comments without comment marks. A line of code ends a comment. */
function commentsOf(code: string): string {
  const lines = code.split('\n').map((line) => {
    const [, own, trailing] = /^\s*(?:\/?\*+\/?|\/\/)(.*)|\s\/\/ (.*)/.exec(line) ?? [];
    return own === undefined ? `\n${trailing ?? ''}` : ` ${own.trim()}`;
  });
  return lines.join('');
}

function citations(pattern: string): Citation[] {
  return prose.flatMap(({ path, text }) =>
    [...text.replaceAll(/(?<=\S)\n(?=\S)/g, ' ').matchAll(new RegExp(pattern, 'gi'))].flatMap(({ groups }) =>
      (groups?.['numbers']?.split(/, | and | to /) ?? []).map((number) => ({
        path,
        document: groups?.['document'],
        number,
      })),
    ),
  );
}

/** A section without a document belongs to the document itself. A comment must name the document. */
function ownDocument(path: string): string | undefined {
  return texts.get(path.toLowerCase());
}

function findDocument(path: string, name: string): string | undefined {
  const places = [dirname(path), 'docs/contract', 'docs/adr', 'docs', '', 'create/templates/base'];
  const found = places.map((place) => texts.get(join(place, name).toLowerCase()));
  return found.find((text) => text !== undefined);
}

function declarationsIn(path: string): ReadonlySet<string> {
  const file = join(ROOT, path);
  const code = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const names = code.matchAll(/^(?:export )?(?:async )?(?:const|function\*?|class) (?<name>\w+)/gm);
  return new Set([...names].map(({ groups }) => groups?.['name'] ?? ''));
}

/** Numbers of headings, and numbers of points in sections that are cited by point. */
function headingNumbers(text: string): ReadonlySet<string> {
  const parts = text.split(/^#+ (?=\d)/m).slice(1);
  return new Set(
    parts.flatMap((part) => {
      const number = /^\d+(?:\.\d+)*/.exec(part)?.[0] ?? '';
      const points = part.includes('cited as') ? [...part.matchAll(/^(\d+)\. /gm)] : [];
      return [number, ...points.map(([, point]) => `${number}.${point}`)];
    }),
  );
}

function print({ path, document, number }: Citation): string {
  return `${path} cites ${document === undefined ? '' : `${document} `}${number}`;
}
