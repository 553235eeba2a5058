import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forBuilds, type Build, type PerBuild } from '../builds/build.js';
import { mediansOf, type Rounds } from '../builds/rounds.js';
import { median, type Row } from '../report/row.js';
import { runNode, type ProcessRun } from '../startup/run-process.js';
import { runNothing } from '../startup/startup-benchmark.js';
import { editSyntheticType, writeSyntheticTypes } from './synthetic-types.js';

/** No further round starts after this time. */
const LONGEST_MILLISECONDS = 25_000;

export interface GenerationOptions {
  readonly builds: PerBuild<Build>;
  readonly types: number;
  readonly rounds: number;
  /** Timeout of the command in milliseconds. */
  readonly targets?: { readonly cold: number; readonly unchanged: number; readonly editCpu: number };
}

/** One round of one build. */
interface Generation {
  readonly cold: ProcessRun;
  readonly unchanged: ProcessRun;
  readonly edited: ProcessRun;
}

/** A project of one build. */
interface Site {
  readonly command: string;
  readonly root: string;
}

/**
 * Runs `cms generate` as a command in an empty folder, then again, and after an edit of one type. The reference writes
 * and reads the same bytes in a running process.
 */
export async function measureGeneration(options: GenerationOptions): Promise<Row[]> {
  const root = await mkdtemp(join(tmpdir(), 'cms-bench-types-'));
  try {
    const sites = await forBuilds(options.builds, async ({ command }) => {
      const site = await mkdtemp(join(root, 'site-'));
      await writeSyntheticTypes(site, options.types);
      return { command, root: site };
    });
    return rowsOf(await generateInRounds(sites, options.rounds), options);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Measured {
  readonly rounds: Rounds<Generation>;
  readonly writing: readonly number[];
  readonly reading: readonly number[];
  readonly nothing: readonly ProcessRun[];
}

async function generateInRounds(sites: PerBuild<Site>, most: number): Promise<Measured> {
  const [{ root }] = sites;
  const rounds: PerBuild<Generation>[] = [];
  const writing: number[] = [];
  const reading: number[] = [];
  const nothing: ProcessRun[] = [];
  const until = performance.now() + LONGEST_MILLISECONDS;
  for (let round = 0; round < most && (round === 0 || performance.now() < until); round += 1) {
    rounds.push(await forBuilds(sites, (site) => generate(site, round)));
    const { milliseconds, files } = await timeReading([join(root, 'schemas'), join(root, 'generated')]);
    reading.push(milliseconds);
    writing.push(await timeWriting(join(root, `written-${round}`), files));
    nothing.push(await runNothing());
  }
  return { rounds, writing, reading, nothing };
}

async function generate({ command, root }: Site, round: number): Promise<Generation> {
  const run = (): Promise<ProcessRun> => runNode([command, 'generate'], { cwd: root });
  for (const kept of ['generated', '.cms']) await rm(join(root, kept), { recursive: true, force: true });
  const cold = await run();
  const unchanged = await run();
  await editSyntheticType(root, `Edited ${round + 1} times.`);
  return { cold, unchanged, edited: await run() };
}

function rowsOf(
  { rounds, writing, reading, nothing }: Measured,
  { types, targets }: GenerationOptions,
): Row[] {
  const idle = median(nothing.map(({ cpu }) => cpu));
  const clock = (step: 'cold' | 'unchanged', bare: readonly number[]): Row => ({
    name: `generate ${types} types, ${step}`,
    unit: 'ms',
    ...mediansOf(rounds, (sample) => sample[step].milliseconds),
    bare: median(bare),
    ...(targets === undefined ? {} : { target: { kind: 'at-most', value: targets[step] } }),
  });
  const processor = (step: keyof Generation, label: string): Row => ({
    name: `generate ${types} types, ${label}: processor time`,
    unit: 'ms',
    ...mediansOf(rounds, (sample) => sample[step].cpu),
    bare: idle,
  });
  return [
    clock('cold', writing),
    processor('cold', 'cold'),
    clock('unchanged', reading),
    processor('unchanged', 'unchanged'),
    {
      ...processor('edited', 'one edited'),
      ...(targets === undefined ? {} : { target: { kind: 'at-most', value: targets.editCpu } }),
    },
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
