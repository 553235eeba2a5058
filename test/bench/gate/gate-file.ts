import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isSteady } from './compare-costs.js';
import type { Costs, Figures } from './figures.js';

/** The committed numbers, by the name of the database. */
export type GateFile = Readonly<Record<string, KeptCosts>>;

export interface KeptCosts {
  /** Major version of the Node that allocated; another one allocates other amounts. */
  readonly node: number;
  readonly requests: Costs;
}

/** Without a file nothing is committed yet. */
export async function readGate(file: string): Promise<GateFile> {
  if (!existsSync(file)) return {};
  return JSON.parse(await readFile(file, 'utf8')) as GateFile; // `writeGate` wrote it
}

/** Writes numbers that are to be committed. Those of databases that were not measured stay. */
export async function writeGate(file: string, taken: GateFile): Promise<void> {
  const earlier = await readGate(file);
  const changed = Object.entries(taken).map(([database, costs]) => [
    database,
    withSteadyNumbers(costs, earlier[database]),
  ]);
  const content = { ...earlier, ...Object.fromEntries(changed) };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/**
 * What was allocated before stays where it is no real change: the number would be another one each time, and creep a little
 * with each.
 */
function withSteadyNumbers(costs: KeptCosts, earlier: KeptCosts | undefined): KeptCosts {
  if (earlier?.node !== costs.node) return costs;
  const steady = ([request, figures]: [string, Figures]): [string, Figures] => {
    const was = earlier.requests[request]?.allocatedBytes;
    if (was === undefined || !isSteady('allocatedBytes', was, figures.allocatedBytes))
      return [request, figures];
    return [request, { ...figures, allocatedBytes: was }];
  };
  return { ...costs, requests: Object.fromEntries(Object.entries(costs.requests).map(steady)) };
}
