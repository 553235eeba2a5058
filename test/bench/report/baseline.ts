import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { ratioOf, type Row } from './row.js';

/** Results of a run, and the conditions of the measurement. */
interface Run {
  readonly measuredAt: string;
  readonly node: string;
  readonly database: string;
  readonly processors: number;
}

/**
 * Rows that later runs are compared with. They are stored as ratios to the bare cost of the same run, which are
 * comparable across machines. Counts (statements, functions) are stored unchanged.
 */
export interface Baseline extends Run {
  readonly rows: readonly BaselineRow[];
}

export interface BaselineRow extends Pick<Row, 'name' | 'unit'> {
  readonly ratio?: number;
  readonly count?: number;
}

/** Writes all results of a run. */
export async function writeNumbers(file: string, database: string, rows: readonly Row[]): Promise<void> {
  await writeJson(file, { ...describeRun(database), rows });
}

/** Stores the rows of a run as the baseline. Rows that it did not measure are kept. */
export async function writeBaseline(file: string, database: string, rows: readonly Row[]): Promise<void> {
  const kept = (await readBaseline(file, database))?.rows ?? [];
  const taken = rows.map(baselineRow);
  const all = [...kept.filter((row) => !taken.some((other) => isSame(row, other))), ...taken];
  await writeJson(file, {
    ...describeRun(database),
    rows: all.toSorted((one, other) => one.name.localeCompare(other.name)),
  });
}

/** Undefined if there is none, or if it was measured on another kind of database. */
export async function readBaseline(file: string, database: string): Promise<Baseline | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return undefined;
  }
  // `writeBaseline` wrote it.
  const baseline = JSON.parse(text) as Baseline;
  return baseline.database === database ? baseline : undefined;
}

/** Row of the baseline for the same measurement. */
export function earlierRow(row: Row, { rows }: Baseline): BaselineRow | undefined {
  return rows.find((earlier) => isSame(earlier, row));
}

function baselineRow(row: Row): BaselineRow {
  const { name, unit, ours } = row;
  const ratio = ratioOf(row);
  if (ratio !== undefined) return { name, unit, ratio: Number(ratio.toPrecision(3)) };
  return { name, unit, count: ours };
}

function isSame(one: BaselineRow, other: BaselineRow): boolean {
  return one.name === other.name && one.unit === other.unit;
}

function describeRun(database: string): Run {
  return {
    measuredAt: new Date().toISOString(),
    node: process.version,
    database,
    processors: cpus().length,
  };
}

async function writeJson(file: string, content: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
