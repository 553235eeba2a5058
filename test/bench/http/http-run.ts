import { join } from 'node:path';
import { forBuilds, type BuildSite, type PerBuild } from '../builds/build.js';
import type { Row } from '../report/row.js';
import { startChildServer, type ChildServer, type ChildServerOptions } from '../servers/child-server.js';
import { openBenchSite } from '../site/bench-site.js';
import { measureScenario } from './http-benchmark.js';
import { createScenarios } from './scenario.js';

const CONNECTIONS = 10;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 1000;

export interface HttpRunOptions {
  readonly sites: PerBuild<BuildSite>;
  readonly isWanted: (name: string) => boolean;
  /** Options of Node for the process of the application, for profiling. */
  readonly profile: readonly string[];
}

/** Starts the application of each build and the reference servers, and runs the selected scenarios on them. */
export async function runHttpBenchmarks({ sites, isWanted, profile }: HttpRunOptions): Promise<Row[]> {
  const started: ChildServer[] = [];
  const start = async (
    module: ChildServerOptions['module'],
    { build, project }: BuildSite,
    nodeOptions: readonly string[] = [],
  ): Promise<ChildServer> => {
    const logFile = join(project.root, `${module}.log`);
    const server = await startChildServer({ build, module, env: project.env, logFile, nodeOptions });
    started.push(server);
    return server;
  };
  try {
    const apps = await forBuilds(sites, async (site) => {
      const server = await start('app-server', site, site === sites[0] ? profile : []);
      return { server, scenarios: createScenarios(await openBenchSite(site.project, server, CONNECTIONS)) };
    });
    const options = {
      databaseName: sites[0].project.databaseName,
      express: await start('express-server', sites[0]),
      plain: await start('plain-server', sites[0]),
      connections: CONNECTIONS,
      rounds: ROUNDS,
      roundMilliseconds: ROUND_MILLISECONDS,
    };
    const rows: Row[] = [];
    for (const name of ['item', 'collection', 'write'] as const) {
      if (!isWanted(name)) continue;
      const sides = await forBuilds(apps, async ({ server, scenarios }) => ({
        server,
        scenario: scenarios[name],
      }));
      rows.push(...(await measureScenario(sides, options)));
    }
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}
