import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { isSteady } from './compare-costs.js';
import type { Costs, Figures } from './figures.js';

/** The committed figures, by the name of the database. */
export type GateFile = Readonly<Record<string, KeptCosts>>;

export interface KeptCosts {
  /** Major version of the Node that was measured. Allocations differ between versions. */
  readonly node: number;
  readonly requests: Costs;
}

/** Returns nothing if the file does not exist. */
export async function readGate(file: string): Promise<GateFile> {
  if (!existsSync(file)) return {};
  return JSON.parse(await readFile(file, 'utf8')) as GateFile; // `writeGate` wrote it
}

/** Writes the figures to commit. Those of databases that were not measured are kept. */
export async function writeGate(file: string, taken: GateFile): Promise<void> {
  const earlier = await readGate(file);
  const changed = Object.entries(taken).map(([database, costs]) => [
    database,
    withSteadyNumbers(costs, earlier[database]),
  ]);
  const content = { ...earlier, ...Object.fromEntries(changed) };
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}

/** Allocations within the tolerance are kept. Otherwise, they would change in every run, and drift. */
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
