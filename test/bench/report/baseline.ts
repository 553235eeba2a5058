import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Row } from './row.js';

/** The numbers of one run, with what they depend on. Ratios compare across machines, numbers do not. */
export interface Baseline {
  readonly measuredAt: string;
  readonly node: string;
  readonly database: string;
  readonly processors: number;
  readonly rows: readonly Row[];
}

/** Writes the numbers of a run; `test/bench/baseline.json` is one that was kept. */
export async function writeNumbers(file: string, database: string, rows: readonly Row[]): Promise<void> {
  const numbers: Baseline = {
    measuredAt: new Date().toISOString(),
    node: process.version,
    database,
    processors: cpus().length,
    rows: rows.map((row) => ({ ...row, ours: round(row.ours), ...bareOf(row) })),
  };
  await writeFile(file, `${JSON.stringify(numbers, null, 2)}\n`);
}

/** Undefined when there is none, or when it was measured on another kind of database. */
export async function readBaseline(file: string, database: string): Promise<Baseline | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  // `writeNumbers` wrote it.
  const baseline = JSON.parse(text) as Baseline;
  return baseline.database === database ? baseline : undefined;
}

function bareOf({ bare }: Row): Pick<Row, 'bare'> {
  return bare === undefined ? {} : { bare: round(bare) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
