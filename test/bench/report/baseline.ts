import { readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { ratioOf, type Row } from './row.js';

/** What was measured, and what it depends on. */
interface Run {
  readonly measuredAt: string;
  readonly node: string;
  readonly database: string;
  readonly processors: number;
}

/**
 * Rows to compare later runs with. Kept as ratios to the bare cost of the same run, which compare across machines; counts
 * (statements, functions) are kept as they are.
 */
export interface Baseline extends Run {
  readonly rows: readonly BaselineRow[];
}

export interface BaselineRow extends Pick<Row, 'name' | 'unit'> {
  readonly ratio?: number;
  readonly count?: number;
}

/** Writes all numbers of a run. */
export async function writeNumbers(file: string, database: string, rows: readonly Row[]): Promise<void> {
  await writeJson(file, { ...describeRun(database), rows });
}

/** Keeps the rows of a run as the baseline; rows of what it did not measure stay as they are. */
export async function writeBaseline(file: string, database: string, rows: readonly Row[]): Promise<void> {
  const kept = (await readBaseline(file, database))?.rows ?? [];
  const taken = rows.map(baselineRow);
  const all = [...kept.filter((row) => !taken.some((other) => isSame(row, other))), ...taken];
  await writeJson(file, {
    ...describeRun(database),
    rows: all.toSorted((one, other) => one.name.localeCompare(other.name)),
  });
}

/** Undefined when there is none, or when it was measured on another kind of database. */
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

/** The row of the baseline that says the same of an earlier state. */
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
