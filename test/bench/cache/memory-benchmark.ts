import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { runLoad } from '../http/request-loop.js';
import { requestBytes } from '../http/scenario.js';
import { residentMegabytes } from '../report/resident-megabytes.js';
import type { Row } from '../report/row.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject, type BenchProject } from '../site/bench-project.js';
import { openBenchSite } from '../site/bench-site.js';

const ADDRESSES = 60_000;
const ADDRESS_BYTES = 4000;
const CONNECTIONS = 8;
const ROUND_MILLISECONDS = 1000;
const BUDGET_MEGABYTES = 64;
const ACCEPT = { accept: 'application/ld+json' };

/** Order of the requested URLs. Clients may request each URL once, or repeat it until its response is cached. */
const CROWDS = [
  { title: 'asked once', times: 1 },
  { title: 'asked three times', times: 3 },
] as const;

/**
 * Memory that cached responses need when clients request many URLs. The result is the growth compared to a process
 * without a cache that serves the same requests.
 */
export async function measureMemory(build: Build): Promise<readonly Row[]> {
  const [keeping, other] = [
    await createBenchProject({ keepsAnswers: true }),
    await createBenchProject({ config: { http_cache: { response_cache: { max_bytes: 0 } } } }),
  ];
  try {
    const rows: Row[] = [];
    for (const { title, times } of CROWDS) {
      const kept = await growthOf(keeping, { build, times });
      const bare = await growthOf(other, { build, times });
      rows.push({
        name: `memory of answers to ${ADDRESSES} addresses of ${ADDRESS_BYTES} bytes, ${title}`,
        unit: 'MB',
        ours: kept - bare,
        target: { kind: 'at-most', value: 1.5 * BUDGET_MEGABYTES },
        details: [`${title}: grows by ${Math.round(kept)} MB, where none are kept by ${Math.round(bare)} MB`],
      });
    }
    return rows;
  } finally {
    for (const project of [keeping, other]) await project.remove();
  }
}

interface Crowd {
  readonly build: Build;
  readonly times: number;
}

async function growthOf(project: BenchProject, { build, times }: Crowd): Promise<number> {
  const logFile = join(project.root, 'memory.log');
  const server = await startChildServer({ build, module: 'app-server', env: project.env, logFile });
  try {
    const { item } = await openBenchSite(project, server, 1);
    const padding = 'x'.repeat(ADDRESS_BYTES);
    let requested = 0;
    const askMore = async (requests: number): Promise<void> => {
      const end = requested + requests;
      while (requested < end)
        await runLoad({
          port: server.port,
          connections: CONNECTIONS,
          milliseconds: ROUND_MILLISECONDS,
          request: () => {
            const path = `${item}?x=${Math.floor((requested += 1) / times)}${padding}`;
            return requestBytes({ method: 'GET', path, headers: ACCEPT });
          },
        });
    };
    const before = await residentMegabytes(server.pid);
    await askMore(times * ADDRESSES);
    return (await residentMegabytes(server.pid)) - before;
  } finally {
    await server.stop();
  }
}
