import { join } from 'node:path';
import { UNFINISHED } from 'cms-api-components/internal/kernel/contract/schema/unfinished.js';
import { StaleOutputError } from '../errors.js';
import { OWNED_FILES, printOwnedFiles } from './owned-files.js';
import { readIfPresent, type WriteInput } from './write-files.js';

export interface CheckInput extends WriteInput {
  /** Paths of migrations with edited statements. */
  readonly edited: readonly string[];
}

interface StaleFile {
  readonly path: string;
  readonly reason: string;
  readonly diff: readonly string[];
}

/**
 * Compares the output folder with the file set without writing (`cms generate --check`).
 * @throws StaleOutputError with every file that a run would write or delete, and a short diff of each.
 */
export async function checkFiles(input: CheckInput): Promise<void> {
  const stale = await findStale(input);
  const list = await readIfPresent(join(input.outputDir, OWNED_FILES));
  stale.push(...findStaleMigrations(input));
  if ((await readIfPresent(join(input.outputDir, UNFINISHED))) !== undefined)
    stale.push({ path: UNFINISHED, reason: 'was left by an interrupted run', diff: [] });
  if (stale.length === 0 && list !== printOwnedFiles(input.origin, input.files)) {
    const reason = list === undefined ? 'is missing' : 'does not match the generated files';
    stale.push({ path: OWNED_FILES, reason, diff: [] });
  }
  if (stale.length > 0) {
    throw new StaleOutputError(
      stale.map(({ path }) => path),
      describe(stale),
    );
  }
}

async function findStale({ outputDir, files, previous }: WriteInput): Promise<StaleFile[]> {
  const stale: StaleFile[] = [];
  for (const { path, content } of files.list()) {
    const current = await readIfPresent(join(outputDir, path));
    if (current === undefined) stale.push({ path, reason: 'is missing', diff: [] });
    else if (current !== content) {
      stale.push({ path, reason: 'differs from the generated content', diff: diffLines(current, content) });
    }
  }
  for (const path of [...previous.files.keys()].sort()) {
    if (files.has(path)) continue;
    const current = await readIfPresent(join(outputDir, path));
    if (current !== undefined) stale.push({ path, reason: 'is no longer generated', diff: [] });
  }
  return stale;
}

function findStaleMigrations({ migration, edited }: CheckInput): StaleFile[] {
  const missing = migration?.files.map(({ path }) => ({ path, reason: 'has not been written yet' })) ?? [];
  const changed = edited.map((path) => ({
    path,
    reason: 'was edited: restore it from version control, because databases may have applied it',
  }));
  return [...missing, ...changed].map((file) => ({ ...file, diff: [] }));
}

const SHOWN_FILES = 20;

function describe(files: readonly StaleFile[]): string {
  const lines = files
    .slice(0, SHOWN_FILES)
    .flatMap(({ path, reason, diff }) => [`  ${path} ${reason}`, ...diff.map((line) => `    ${line}`)]);
  if (files.length > SHOWN_FILES) lines.push(`  and ${files.length - SHOWN_FILES} more`);
  return ['The generated files are out of date:', ...lines, 'Run `cms generate` and commit the result.'].join(
    '\n',
  );
}

const SHOWN_LINES = 5;

/** Returns a short diff for a terminal. Removes the common start and end, and shows the first lines of both sides. */
function diffLines(current: string, wanted: string): readonly string[] {
  const before = current.split('\n');
  const after = wanted.split('\n');
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const room = Math.min(before.length, after.length) - start;
  while (end < room && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    `@@ line ${start + 1} @@`,
    ...mark('-', before.slice(start, before.length - end)),
    ...mark('+', after.slice(start, after.length - end)),
  ];
}

function mark(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, SHOWN_LINES).map((line) => `${sign} ${line}`);
  if (lines.length > SHOWN_LINES) shown.push(`${sign} ... ${lines.length - SHOWN_LINES} more lines`);
  return shown;
}
