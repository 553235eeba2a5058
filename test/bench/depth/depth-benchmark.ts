import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from 'cms-api-components/internal/app.js';
import { openProject } from 'cms-api-components/internal/console/open-project.js';
import { createScenarios, type Scenario, type ScenarioName } from '../http/scenario.js';
import type { Row } from '../report/row.js';
import type { BenchProject } from '../site/bench-project.js';
import { openBenchSite } from '../site/bench-site.js';
import { openCallStacks, type Frame } from './call-stack.js';

const DIST = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const TARGETS: readonly (readonly [ScenarioName, number])[] = [
  ['item', 10],
  ['write', 14],
];

/** Number of functions from the handler of an endpoint to the deepest statement of a request, inclusive. */
export async function measureDepth(project: BenchProject): Promise<readonly Row[]> {
  const overrides = { ...(project.env as Record<string, string>), LOG_LEVEL: 'error' }; // environment variables that are set are strings
  const { config, log, project: generated } = await openProject({ root: project.root, overrides });
  const callStacks = openCallStacks(DIST);
  let stacks: Call[] = [];
  const app = await createApp({
    config,
    log,
    manifest: generated.manifest,
    openApi: generated.openApi,
    onStatement: (sql) => stacks.push({ sql, frames: callStacks.own() }),
  });
  const server = createServer(app.express);
  try {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // listening on TCP
    const scenarios = createScenarios(await openBenchSite(project, { port }, 1));
    const rows: Row[] = [];
    for (const [name, most] of TARGETS) {
      // Lazy initialization in the first request of a kind is excluded.
      await scenarios[name].sample();
      stacks = [];
      await scenarios[name].sample();
      rows.push(rowOf(scenarios[name], stacks, most));
    }
    return rows;
  } finally {
    callStacks.close();
    server.closeAllConnections();
    server.close();
    await app.close();
  }
}

interface Call {
  readonly sql: string;
  readonly frames: readonly Frame[];
}

function rowOf({ title }: Scenario, calls: readonly Call[], most: number): Row {
  const [deepest] = calls.toSorted((one, other) => other.frames.length - one.frames.length);
  if (deepest === undefined) throw new Error(`${title} ran no statement`);
  const others = calls.map(({ sql, frames }) => `${String(frames.length).padStart(4)}  ${shorten(sql)}`);
  return {
    name: `${title}: own functions to SQL`,
    unit: 'frames',
    ours: deepest.frames.length,
    target: { kind: 'at-most', value: most },
    details: [
      `${title}, functions to each statement:`,
      ...others,
      `  to the deepest, from the handler inwards:`,
      ...deepest.frames.toReversed().map(({ name, place }) => `    ${place}  ${name}`),
    ],
  };
}

function shorten(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim().slice(0, 100);
}
