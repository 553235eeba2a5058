import { join } from 'node:path';
import type { Row } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import type { BenchProject } from '../site/bench-project.js';
import { openBenchSite } from '../site/bench-site.js';
import { measureScenario } from './http-benchmark.js';
import { createScenarios } from './scenario.js';

const CONNECTIONS = 10;
const ROUNDS = 5;
const ROUND_MILLISECONDS = 1000;

export interface HttpRunOptions {
  readonly project: BenchProject;
  readonly isWanted: (name: string) => boolean;
  /** Options of node for the application's process, to profile it. */
  readonly profile: readonly string[];
}

/** Starts the three servers and runs the wanted scenarios on them. */
export async function runHttpBenchmarks({ project, isWanted, profile }: HttpRunOptions): Promise<Row[]> {
  const started: ChildServer[] = [];
  const start = async (
    module: 'app-server' | 'express-server' | 'plain-server',
    nodeOptions: readonly string[] = [],
  ): Promise<ChildServer> => {
    const logFile = join(project.root, `${module}.log`);
    const server = await startChildServer({ module, env: project.env, logFile, nodeOptions });
    started.push(server);
    return server;
  };
  try {
    const servers = {
      app: await start('app-server', profile),
      express: await start('express-server'),
      plain: await start('plain-server'),
    };
    const site = await openBenchSite(project, servers.app, CONNECTIONS);
    const options = {
      servers,
      site,
      connections: CONNECTIONS,
      rounds: ROUNDS,
      roundMilliseconds: ROUND_MILLISECONDS,
    };
    const rows: Row[] = [];
    for (const scenario of createScenarios(site)) {
      if (isWanted(scenario.name)) rows.push(...(await measureScenario(scenario, options)));
    }
    return rows;
  } finally {
    await Promise.all(started.map((server) => server.stop()));
  }
}
