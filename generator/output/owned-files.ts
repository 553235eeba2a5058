import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SecurityByType } from '../security-changes.js';
import { compareText } from '../text/canonicalize.js';
import type { FileSet, GeneratedFile } from './file-set.js';
import { textHash } from '../text/text-hash.js';
import { isRecord } from 'cms-api-components/internal/kernel/util/json-object.js';

/** Name of the list of owned files in the output folder. */
export const OWNED_FILES = '.generated-files.json';

/** Inputs and results of the last run on this machine, which allow the next run to skip work. */
const LAST_RUN = '.cms/last-run.json';

/** Inputs of a run. */
export interface Origin {
  /** Hash of the templates and the emitters' revision. */
  readonly generator: string;
  /** Hash of the schema files and all other inputs. */
  readonly inputs: string;
  /** Hash of the snapshot after the newest migration. */
  readonly snapshot: string;
  /** Access rules of every type, to detect changes that affect stored records; undefined in older lists. */
  readonly security?: SecurityByType;
}

/** Files of the previous run. Only these can be deleted, or reused without rendering. */
export interface OwnedFiles extends Origin {
  readonly files: ReadonlyMap<string, OwnedFile>;
}

export interface OwnedFile {
  /** Undefined if another machine wrote the file. */
  readonly hash?: string;
  readonly modelHash?: string;
}

/** Paths of the list of owned files and of the last run's data. */
export interface OutputPlace {
  readonly projectRoot: string;
  readonly outputDir: string;
}

/**
 * Reads the list of owned files and the data of the last run on this machine. A missing or unreadable list is empty, so
 * nothing is deleted. A list with merge markers contains the files of both sides.
 */
export async function readOwnedFiles({ projectRoot, outputDir }: OutputPlace): Promise<OwnedFiles> {
  const [list, lastRun] = await Promise.all([
    readText(join(outputDir, OWNED_FILES)),
    readText(join(projectRoot, LAST_RUN)),
  ]);
  const { paths, security } = parseList(list);
  const { origin, files } = parseLastRun(lastRun);
  const owned = paths.filter(isOwnable).map((path): [string, OwnedFile] => [path, files.get(path) ?? {}]);
  return { ...origin, files: new Map(owned), ...(security && { security }) };
}

/** Prints the list for version control: one entry per line, none of which changes with an edit of another type. */
export function printOwnedFiles({ security = {} }: Pick<Origin, 'security'>, files: FileSet): string {
  const rules = Object.entries(security).map(
    ([type, rule]) => `    ${JSON.stringify(type)}: ${JSON.stringify(rule)}`,
  );
  const paths = [...files.list(), ...files.kept()].map(({ path }) => path).sort(compareText);
  const lines = paths.map((path) => `    ${JSON.stringify(path)}`);
  const securityText = rules.length === 0 ? '{}' : `{\n${rules.join(',\n')}\n  }`;
  return `{\n  "security": ${securityText},\n  "files": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

/** Returns the data that lets the next run on this machine skip work. Version control ignores these files. */
export function lastRunFiles(
  { generator, inputs, snapshot }: Origin,
  files: FileSet,
): readonly GeneratedFile[] {
  const rendered = files.list().map((file) => ({ ...file, hash: file.hash ?? textHash(file.content) }));
  const known = [...rendered, ...files.kept()].map(({ path, hash, modelHash }) => [
    path,
    { hash, modelHash },
  ]);
  return [
    { path: join(dirname(LAST_RUN), '.gitignore'), content: '*\n' },
    {
      path: LAST_RUN,
      content: JSON.stringify({ generator, inputs, snapshot, files: Object.fromEntries(known) }),
    },
  ];
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseList(text: string): { readonly paths: readonly string[]; readonly security?: SecurityByType } {
  const document = parseJson(text) ?? mergedList(text);
  if (!isRecord(document)) return { paths: [] };
  const { files, security } = document;
  // Lists of the first releases contain hashes by path.
  const paths: readonly unknown[] = Array.isArray(files) ? files : isRecord(files) ? Object.keys(files) : [];
  return {
    paths: paths.filter((path) => typeof path === 'string'),
    ...(isSecurity(security) ? { security } : {}),
  };
}

/** Parses a list with merge markers. Every line is parsed separately, so markers and wrong commas are harmless. */
function mergedList(text: string): unknown {
  const entries = text.split('\n').map((line) => line.trim().replace(/,$/, ''));
  const named = entries.map((entry) => parseJson(`{${entry}}`)).filter(isRecord);
  const members = named.flatMap((each) => Object.entries(each));
  const paths = entries.map((entry) => parseJson(`[${entry}]`)).flatMap((each) => each ?? []);
  return {
    files: [...paths, ...members.flatMap(([path, entry]) => (isHashed(entry) ? [path] : []))],
    security: Object.fromEntries(members.filter(([, rule]) => isRule(rule))),
  };
}

function parseLastRun(text: string): {
  readonly origin: Pick<Origin, 'generator' | 'inputs' | 'snapshot'>;
  readonly files: ReadonlyMap<string, OwnedFile>;
} {
  const document = parseJson(text);
  const { generator, inputs, snapshot, files: known } = isRecord(document) ? document : {};
  const files = new Map<string, OwnedFile>();
  for (const [path, entry] of Object.entries(isRecord(known) ? known : {})) {
    if (!isRecord(entry) || typeof entry['hash'] !== 'string') continue;
    const { hash, modelHash } = entry;
    files.set(path, typeof modelHash === 'string' ? { hash, modelHash } : { hash });
  }
  const origin = { generator: asText(generator), inputs: asText(inputs), snapshot: asText(snapshot) };
  return { origin, files };
}

function isSecurity(value: unknown): value is SecurityByType {
  return isRecord(value) && Object.values(value).every(isRule);
}

function isRule(rule: unknown): boolean {
  if (!isRecord(rule) || isHashed(rule)) return false;
  return Object.values(rule).every((expression) => typeof expression === 'string');
}

function isHashed(entry: unknown): boolean {
  return isRecord(entry) && typeof entry['hash'] === 'string';
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether the list may contain a path. Migrations are append-only, and paths outside the folder are ignored. */
function isOwnable(path: string): boolean {
  const parts = path.split('/');
  const isPlain = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  return isPlain && !path.includes('\\') && parts[0] !== 'migrations';
}
