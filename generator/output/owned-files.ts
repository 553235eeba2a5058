import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { textHash } from './text-hash.js';
import type { SecurityByType } from '../security-changes.js';
import { comparePaths, type FileSet } from './file-set.js';

/** Name of the list of owned files, itself in the output folder. */
export const OWNED_FILES = '.generated-files.json';

/** What a run had before it. */
export interface Origin {
  /** Hash of the templates and the emitters' revision that made the files. */
  readonly generator: string;
  /** Hash of the schema files and of everything else that the files depend on. */
  readonly inputs: string;
  /** Hash of the snapshot that the newest migration leads to. */
  readonly snapshot: string;
  /** The rules of every type, so that the next run can tell what changes for stored records; absent in older lists. */
  readonly security?: SecurityByType;
}

/** What the previous run wrote: the only files a run may delete, and what it need not render again. */
export interface OwnedFiles extends Origin {
  readonly files: ReadonlyMap<string, OwnedFile>;
}

export interface OwnedFile {
  readonly hash: string;
  readonly modelHash?: string;
}

const NONE: OwnedFiles = { generator: '', inputs: '', snapshot: '', files: new Map() };

/** Reads the list of owned files; a missing or unreadable one owns nothing, so nothing is deleted on its word. */
export async function readOwnedFiles(outputDir: string): Promise<OwnedFiles> {
  try {
    return parseOwnedFiles(JSON.parse(await readFile(join(outputDir, OWNED_FILES), 'utf8')));
  } catch {
    return NONE;
  }
}

/** The list as the next run reads it: one line per file, so that a change of one type is a change of its lines. */
export function printOwnedFiles(origin: Origin, files: FileSet): string {
  const { generator, inputs, snapshot, security = {} } = origin;
  const rendered = files.list().map((file) => ({ ...file, hash: file.hash ?? textHash(file.content) }));
  const all = [...rendered, ...files.kept()].sort((left, right) => comparePaths(left.path, right.path));
  const lines = all.map(({ path, hash, modelHash }) => {
    const model = modelHash === undefined ? '' : `, "model": "${modelHash}"`;
    return `    ${JSON.stringify(path)}: { "hash": "${hash}"${model} }`;
  });
  const rules = Object.entries(security).map(
    ([type, rule]) => `    ${JSON.stringify(type)}: ${JSON.stringify(rule)}`,
  );
  const head = `  "generator": "${generator}",\n  "inputs": "${inputs}",\n  "snapshot": "${snapshot}",\n`;
  const securityText = rules.length === 0 ? '{}' : `{\n${rules.join(',\n')}\n  }`;
  return `{\n${head}  "security": ${securityText},\n  "files": {\n${lines.join(',\n')}\n  }\n}\n`;
}

function parseOwnedFiles(document: unknown): OwnedFiles {
  if (!isRecord(document) || typeof document['generator'] !== 'string' || !isRecord(document['files'])) {
    return NONE;
  }
  const files = new Map<string, OwnedFile>();
  for (const [path, entry] of Object.entries(document['files'])) {
    if (!isRecord(entry) || typeof entry['hash'] !== 'string' || !isOwnable(path)) continue;
    const { hash, model } = entry;
    files.set(path, typeof model === 'string' ? { hash, modelHash: model } : { hash });
  }
  const { generator, inputs, snapshot, security } = document;
  const origin = { generator: asText(generator), inputs: asText(inputs), snapshot: asText(snapshot) };
  return { ...origin, files, ...(isSecurity(security) ? { security } : {}) };
}

function isSecurity(value: unknown): value is SecurityByType {
  const isRule = (rule: unknown): boolean =>
    isRecord(rule) && Object.values(rule).every((expression) => typeof expression === 'string');
  return isRecord(value) && Object.values(value).every(isRule);
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Migrations are append-only and a path out of the folder is never ours, whatever the list says. */
function isOwnable(path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isPlain && !path.includes('\\') && parts[0] !== 'migrations';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
