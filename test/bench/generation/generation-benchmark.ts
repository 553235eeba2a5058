import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { median, type Row } from '../report/row.js';
import { CMS, runNode, type ProcessRun } from '../startup/run-process.js';
import { editSyntheticType, writeSyntheticTypes } from './synthetic-types.js';

/** No further round begins after this long. */
const LONGEST_MILLISECONDS = 25_000;

export interface GenerationOptions {
  readonly types: number;
  readonly rounds: number;
  /** Milliseconds that the command may take. */
  readonly targets?: { readonly cold: number; readonly unchanged: number; readonly editCpu: number };
}

/**
 * `cms generate` as a command, into an empty folder, then again, and after an edit of one type, beside writing and reading the same bytes in a process
 * that runs already.
 */
export async function measureGeneration({ types, rounds, targets }: GenerationOptions): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), 'cms-bench-types-'));
  const generated = join(root, 'generated');
  const cold: ProcessRun[] = [];
  const unchanged: ProcessRun[] = [];
  const edited: ProcessRun[] = [];
  const writing: number[] = [];
  const reading: number[] = [];
  try {
    await writeSyntheticTypes(root, types);
    const until = performance.now() + LONGEST_MILLISECONDS;
    for (let round = 0; round < rounds && (round === 0 || performance.now() < until); round += 1) {
      for (const kept of [generated, join(root, '.cms')]) await rm(kept, { recursive: true, force: true });
      cold.push(await runNode([CMS, 'generate'], { cwd: root }));
      const { milliseconds, files } = await timeReading([join(root, 'schemas'), generated]);
      reading.push(milliseconds);
      unchanged.push(await runNode([CMS, 'generate'], { cwd: root }));
      edited.push(await timeEdit(root, round));
      writing.push(await timeWriting(join(root, `written-${round}`), files));
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return [
    ...rowsOf(`generate ${types} types, cold`, { runs: cold, bare: writing, limit: targets?.cold }),
    ...rowsOf(`generate ${types} types, unchanged`, {
      runs: unchanged,
      bare: reading,
      limit: targets?.unchanged,
    }),
    {
      name: `generate ${types} types, one edited: processor time`,
      unit: 'ms',
      ours: median(edited.map(({ cpu }) => cpu)),
      ...(targets === undefined ? {} : { target: { kind: 'at-most', value: targets.editCpu } }),
    },
  ];
}

async function timeEdit(root: string, round: number): Promise<ProcessRun> {
  await editSyntheticType(root, `Edited ${round + 1} times.`);
  return runNode([CMS, 'generate'], { cwd: root });
}

function rowsOf(
  name: string,
  { runs, bare, limit }: { runs: readonly ProcessRun[]; bare: readonly number[]; limit: number | undefined },
): Row[] {
  const target = limit === undefined ? {} : { target: { kind: 'at-most', value: limit } as const };
  const clock = median(runs.map(({ milliseconds }) => milliseconds));
  return [
    { name, unit: 'ms', ours: clock, bare: median(bare), ...target },
    { name: `${name}: processor time`, unit: 'ms', ours: median(runs.map(({ cpu }) => cpu)) },
  ];
}

type Contents = ReadonlyMap<string, Buffer>;

async function timeReading(folders: readonly string[]): Promise<{ milliseconds: number; files: Contents }> {
  const started = performance.now();
  const files = new Map<string, Buffer>();
  for (const folder of folders) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name);
          files.set(path.slice(dirname(folder).length), await readFile(path));
        }),
    );
  }
  return { milliseconds: performance.now() - started, files };
}

async function timeWriting(folder: string, files: Contents): Promise<number> {
  const generated = [...files].filter(([path]) => path.startsWith('/generated/'));
  const started = performance.now();
  for (const parent of new Set(generated.map(([path]) => dirname(path)))) {
    await mkdir(join(folder, parent), { recursive: true });
  }
  await Promise.all(generated.map(([path, bytes]) => writeFile(join(folder, path), bytes)));
  return performance.now() - started;
}
