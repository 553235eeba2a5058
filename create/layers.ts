import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';

/** Bytes of files by their paths, which have slashes on every system. */
export type Files = ReadonlyMap<string, Buffer>;

/** Package archives leave out files of these names, so the templates carry others. `.env` stays on the machine. */
const DOT_FILES: Readonly<Record<string, readonly string[]>> = {
  gitignore: ['.gitignore'],
  gitattributes: ['.gitattributes'],
  env: ['.env', '.env.example'],
  dockerignore: ['.dockerignore'],
  'deploy/gitignore': ['deploy/.gitignore'],
};

/** It will hold secrets; nobody else on the machine needs to read them. */
const PRIVATE_FILE = '.env';
const PICTURES = ['.png', '.webp', '.ico'];

/** The files of folders that lie on each other. JSON is merged; of other files the last one counts. */
export async function joinLayers(folders: readonly string[]): Promise<Files> {
  const joined = new Map<string, Buffer>();
  for (const folder of folders)
    for (const path of await listFiles(folder)) {
      const above = await readFile(join(folder, path));
      const below = joined.get(path);
      joined.set(path, below === undefined || extname(path) !== '.json' ? above : mergeJson(below, above));
    }
  return joined;
}

/** Tells the files that a folder lacks from those that it has. The paths of the latter are in alphabetical order. */
export function splitFiles(
  root: string,
  files: Files,
  values: Readonly<Record<string, string>>,
): { readonly missing: Files; readonly existing: readonly string[] } {
  const existing = (path: string): readonly string[] =>
    targetsOf(path, values).filter((target) => existsSync(join(root, target)));
  return {
    missing: new Map([...files].filter(([path]) => existing(path).length === 0)),
    existing: [...files.keys()].flatMap(existing).sort(),
  };
}

/**
 * Writes files into a folder, their placeholders such as `{{title}}` filled in.
 * @returns the paths that were written, in alphabetical order.
 */
export async function writeFiles(
  root: string,
  files: Files,
  values: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const written: string[] = [];
  for (const [path, bytes] of files)
    for (const target of targetsOf(path, values)) {
      await mkdir(dirname(join(root, target)), { recursive: true });
      const content = PICTURES.includes(extname(path)) ? bytes : fillIn(bytes.toString(), values);
      await writeFile(join(root, target), content, target === PRIVATE_FILE ? { mode: 0o600 } : {});
      written.push(target);
    }
  return written.sort();
}

const targetsOf = (path: string, values: Readonly<Record<string, string>>): readonly string[] =>
  DOT_FILES[path] ?? [fillIn(path, values)];

/** What has blanks between its braces (`{{ username }}`) is for others to fill in. */
const fillIn = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{([\w-]+)\}\}/g, (whole, name: string) => values[name] ?? whole);

async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
}

const mergeJson = (below: Buffer, above: Buffer): Buffer =>
  Buffer.from(`${JSON.stringify(merge(parse(below), parse(above)), null, 2)}\n`);

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString());

/** Members of objects are joined; a list of the later layer goes behind the earlier one. */
function merge(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) return [...(below as unknown[]), ...(above as unknown[])];
  if (!isObject(below) || !isObject(above)) return above;
  const members = Object.entries(above).map(([key, value]) => [
    key,
    key in below ? merge(below[key], value) : value,
  ]);
  return { ...below, ...(Object.fromEntries(members) as object) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
