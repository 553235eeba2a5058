import type { Build } from '../builds/build.js';
import { compareCosts, describeDifference } from './compare-costs.js';
import type { Costs } from './figures.js';
import { readGate, writeGate, type GateFile, type KeptCosts } from './gate-file.js';
import { measureCosts } from './measure-costs.js';

export interface GateOptions {
  readonly build: Build;
  /** The committed figures. */
  readonly file: string;
  /** Stores the measured figures as the committed ones, instead of comparing them. */
  readonly isBaseline: boolean;
  readonly print: (line: string) => void;
}

const NODE = Number(process.versions.node.split('.', 1)[0]);
const HOW_TO_ACCEPT = `Where that is meant, better or worse, keep the new numbers and commit them with the change:
  npm run bench -- gate --baseline    (test/bench/gate.json; with TEST_POSTGRES_URL those of PostgreSQL too)`;

/**
 * Runs on SQLite, and on PostgreSQL if it is available. Returns whether the cost of the hot requests equals the
 * committed figures.
 */
export async function runGate({ build, file, isBaseline, print }: GateOptions): Promise<boolean> {
  const databases = ['sqlite', ...(process.env.TEST_POSTGRES_URL === undefined ? [] : ['postgres'])];
  const taken: Record<string, KeptCosts> = {};
  for (const database of databases) {
    process.env.TEST_DATABASE = database;
    taken[database] = { node: NODE, requests: await measureCosts(build) };
  }
  if (isBaseline) {
    await writeGate(file, taken);
    print(`gate: the numbers of ${databases.join(' and ')} are in ${file}`);
    return true;
  }
  const kept = await readGate(file);
  const lines = Object.entries(taken).flatMap(([database, { requests }]) =>
    differencesOf(database, kept, requests),
  );
  for (const line of lines) print(line);
  if (lines.length > 0) print(HOW_TO_ACCEPT);
  else print(`gate: every hot request costs what it did (${databases.join(', ')})`);
  if (databases.some((database) => kept[database] !== undefined && kept[database].node !== NODE))
    print(`gate: what is allocated was not compared, because this is Node ${NODE}`);
  return lines.length === 0;
}

function differencesOf(database: string, kept: GateFile, requests: Costs): readonly string[] {
  const { node, requests: was } = kept[database] ?? { node: NODE, requests: {} };
  return compareCosts(was, requests, node === NODE ? [] : ['allocatedBytes']).map(
    (difference) => `gate: ${database}, ${describeDifference(difference)}`,
  );
}
