import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, extname, join, relative, sep } from 'node:path';

/** File contents by path, with slashes on every system. */
export type Files = ReadonlyMap<string, Buffer>;

/** Package archives omit these names, so the templates use other names. `.env` stays on the machine. */
const DOT_FILES: Readonly<Record<string, readonly string[]>> = {
  gitignore: ['.gitignore'],
  gitattributes: ['.gitattributes'],
  env: ['.env', '.env.example'],
  dockerignore: ['.dockerignore'],
  'deploy/gitignore': ['deploy/.gitignore'],
};

/** This file will contain secrets, so other users can't read it. */
const PRIVATE_FILE = '.env';
const PICTURES = ['.png', '.webp', '.ico'];

/** Combines the files of several folders. Merges JSON files; otherwise the last folder takes precedence. */
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

/** Separates the files that a folder doesn't have from the existing ones. The paths of existing files are sorted. */
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
 * Writes files into a folder and replaces placeholders such as `{{title}}`.
 * @returns the sorted paths of the written files.
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

/** Replaces placeholders. Names with spaces inside the braces (`{{ username }}`) belong to the service. */
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

/** Merges objects by member, and appends lists to those of earlier layers. */
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
