import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { basename } from 'node:path/posix';
import type { SchemaFolder } from 'cms-api-components/internal/kernel/contract/features/schema-folder.js';
import type { SchemaProblem } from '../errors.js';
import { compareText } from '../text/canonicalize.js';
import { SCHEMAS_FOLDER } from '../options.js';
import { schemaFolders } from '../schema-folders.js';
import {
  lineAndColumn,
  locateJsonError,
} from 'cms-api-components/internal/kernel/util/text/locate-json-error.js';

/** `resource`, `user`, or the name of the folder of a feature. */
export type SchemaKind = string;

export interface SchemaSource {
  readonly kind: SchemaKind;
  /** Path in messages: `schemas/HeroImage.json`. */
  readonly file: string;
  /** Relative to the schemas folder: `HeroImage.json`, `forms/ContactType.json`. */
  readonly path: string;
  readonly text: string;
  /** Parsed document, any JSON value. */
  readonly document: unknown;
}

export interface LoadedSchemas {
  /** Sorted by path, without files that are not valid JSON. */
  readonly sources: readonly SchemaSource[];
  /** Files that are not valid JSON, with the line of the error. */
  readonly problems: readonly SchemaProblem[];
}

/** Content of a schema file. */
export interface SchemaText {
  readonly path: string;
  readonly file?: string;
  readonly text: string;
}

/**
 * Reads `*.json` and `User.json` of the schemas folder, `*.json` of the folders of features, and files with unsupported
 * extensions. Skips names that begin with `_` or `.`. A missing folder counts as empty. Sorted by path.
 */
export async function readSchemas(
  projectRoot: string,
  folders: readonly Pick<SchemaFolder, 'name'>[] = schemaFolders(),
): Promise<readonly SchemaText[]> {
  const folder = join(projectRoot, SCHEMAS_FOLDER);
  const prefixes = ['', ...folders.map(({ name }) => `${name}/`)];
  const found = await Promise.all(prefixes.map((prefix) => listFiles(folder, prefix)));
  const paths = found.flat().sort(compareText);
  const files = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  );
  return files.map(({ path, text }) => ({ path, file: `${SCHEMAS_FOLDER}/${path}`, text }));
}

/** Parses the schema files. */
export function parseSchemas(files: readonly SchemaText[]): LoadedSchemas {
  const sources: SchemaSource[] = [];
  const problems: SchemaProblem[] = [];
  for (const { path, file = path, text: raw } of [...files].sort((a, b) => compareText(a.path, b.path))) {
    if (!path.endsWith('.json')) {
      problems.push(notJson(file));
      continue;
    }
    const text = raw.replace(/^\uFEFF/, '');
    const document = parsePlainly(text);
    const fault = document === undefined ? locateJsonError(text) : undefined;
    if (fault === undefined) {
      sources.push({ kind: kindOf(path), file, path, text, document: document ?? JSON.parse(text) });
      continue;
    }
    const { line, column } = lineAndColumn(text, fault.position);
    problems.push({
      file: `${file}:${line}:${column}`,
      pointer: '',
      message: `${fault.message} (line ${line}, column ${column}).`,
      hint: 'Correct the JSON: keys and strings in double quotes, no comments, no comma after the last entry.',
    });
  }
  return { sources, problems };
}

function notJson(file: string): SchemaProblem {
  const name = basename(file);
  return {
    file,
    pointer: '',
    message: `Schema files are JSON; ${name} is not read.`,
    hint: `Convert it to ${name.replace(/\.[^.]+$/, '.json')}, or prefix its name with "_" to ignore it.`,
  };
}

/**
 * Returns the document if the text is JSON without repeated keys, which is detected by comparing the numbers of keys
 * and of colons after strings. Otherwise returns undefined, and the caller parses with a slower parser.
 */
function parsePlainly(text: string): unknown {
  try {
    const document: unknown = JSON.parse(text);
    return countKeys(document) === (text.match(/"\s*:/g)?.length ?? 0) ? document : undefined;
  } catch {
    return undefined;
  }
}

function countKeys(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const members: readonly unknown[] = Object.values(value);
  return members.reduce<number>(
    (count, member) => count + countKeys(member),
    Array.isArray(value) ? 0 : members.length,
  );
}

function kindOf(path: string): SchemaKind {
  const [folder, file] = path.split('/', 2);
  if (folder !== undefined && file !== undefined) return folder;
  return path === 'User.json' ? 'user' : 'resource';
}

/** Includes unsupported formats, to report that they are not read. */
const SCHEMA_FILE = /^[^._].*\.(?:json|ya?ml|json5|jsonc)$/;

async function listFiles(folder: string, prefix: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    .filter((entry) => !entry.isDirectory() && SCHEMA_FILE.test(entry.name))
    .map((entry) => `${prefix}${entry.name}`);
}
