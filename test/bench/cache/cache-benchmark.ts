import { join } from 'node:path';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import { runLoad } from '../http/request-loop.js';
import { requestBytes, send } from '../http/scenario.js';
import { median, type Row } from '../report/row.js';
import { startChildServer, type ChildServer, type ChildServerOptions } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { openBenchSite } from '../site/bench-site.js';

const CONNECTIONS = 32;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 3;
const ROUND_MILLISECONDS = 1000;
const RESOURCES_OF_A_PAGE = 25;
const ACCEPT = { accept: 'application/ld+json' };

interface Servers {
  readonly app: ChildServer;
  readonly plain: ChildServer;
}

interface Speed {
  readonly perSecond: number;
  /** Processor time of the server in microseconds. */
  readonly cpu: number;
}

/** Measures cached responses, compared to node:http with the same bytes in the same run. */
export async function measureCache(build: Build, profile: readonly string[]): Promise<readonly Row[]> {
  const project = await createBenchProject({ keepsAnswers: true });
  const started: ChildServer[] = [];
  const start = async (module: ChildServerOptions['module']): Promise<ChildServer> => {
    const logFile = join(project.root, `${module}.log`);
    const nodeOptions = module === 'app-server' ? profile : [];
    const server = await startChildServer({ build, module, env: project.env, logFile, nodeOptions });
    started.push(server);
    return server;
  };
  try {
    const servers = { app: await start('app-server'), plain: await start('plain-server') };
    const { item, collection, origin } = await openBenchSite(project, servers.app, 1);
    const members = await resourcesOf(`${origin}/_api/component/titles?perPage=${RESOURCES_OF_A_PAGE}`);
    return [
      ...(await measureKept('kept item', { paths: [item], share: 0.6 }, servers)),
      ...(await measureKept('kept manifest', { paths: [MANIFEST], share: 0.6 }, servers)),
      ...(await measureKept('kept collection of 20', { paths: [collection], share: 0.5 }, servers)),
      await measurePage(members, servers),
    ];
  } finally {
    await Promise.all(started.map((server) => server.stop()));
    await project.remove();
  }
}

const MANIFEST = '/_api/_/resource_manifest//page-1';

async function resourcesOf(url: string): Promise<readonly string[]> {
  const list = (await (await fetch(url, { headers: ACCEPT })).json()) as JsonObject; // a list is an object
  const members = (list['hydra:member'] ?? list.member) as readonly JsonObject[]; // of documents
  return members.map((member) => String(member['@id']));
}

async function measureKept(
  title: string,
  { paths, share }: { readonly paths: readonly string[]; readonly share: number },
  servers: Servers,
): Promise<readonly Row[]> {
  const { ours, bare } = await compare(paths, CONNECTIONS, servers);
  const perSecond = ({ perSecond: speed }: Speed): number => speed;
  const cpu = ({ cpu: time }: Speed): number => time;
  return [
    {
      name: `${title} / node:http`,
      unit: 'requests/s',
      ours: median(ours.map(perSecond)),
      bare: median(bare.map(perSecond)),
      target: { kind: 'share-at-least', value: share },
    },
    {
      name: `${title}: processor time`,
      unit: 'µs',
      ours: median(ours.map(cpu)),
      bare: median(bare.map(cpu)),
    },
  ];
}

/** Requests all documents of a page sequentially over one connection. */
async function measurePage(paths: readonly string[], servers: Servers): Promise<Row> {
  const { ours, bare } = await compare(paths, 1, servers);
  const milliseconds = ({ perSecond }: Speed): number => (paths.length / perSecond) * 1000;
  return {
    name: `kept page of ${paths.length} resources / node:http`,
    unit: 'ms',
    ours: median(ours.map(milliseconds)),
    bare: median(bare.map(milliseconds)),
  };
}

/** Alternates both servers, so that a slow moment of the machine affects both. */
async function compare(
  paths: readonly string[],
  connections: number,
  { app, plain }: Servers,
): Promise<{ readonly ours: readonly Speed[]; readonly bare: readonly Speed[] }> {
  for (const path of paths)
    await plain.repeat(await send(`http://127.0.0.1:${app.port}${path}`, { headers: ACCEPT }), path);
  const requests = paths.map((path) => requestBytes({ method: 'GET', path, headers: ACCEPT }));
  const ours: Speed[] = [];
  const bare: Speed[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const [first, second] = [
      await measure(app, requests, connections),
      await measure(plain, requests, connections),
    ];
    if (round < 0) continue; // Node optimizes code that runs often
    ours.push(first);
    bare.push(second);
  }
  return { ours, bare };
}

async function measure(
  server: ChildServer,
  requests: readonly Buffer[],
  connections: number,
): Promise<Speed> {
  let next = 0;
  const before = await server.cpu();
  const load = await runLoad({
    port: server.port,
    connections,
    milliseconds: ROUND_MILLISECONDS,
    request: () => requests[(next += 1) % requests.length] ?? Buffer.alloc(0),
  });
  const after = await server.cpu();
  return {
    perSecond: (load.requests / load.milliseconds) * 1000,
    cpu: (after - before) / load.requests,
  };
}
