import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import { fillSite } from '../content/fill-site.js';
import { idOf } from '../content/content-ids.js';
import { median } from '../report/row.js';
import { startChildServer, type ChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { openConnection, type Connection } from './connection.js';
import type { Costs, Figures } from './figures.js';
import { API, hotRequests, PLAN, type HotRequest } from './hot-requests.js';

const WARM_UP_TIMES = 15;
const COUNTED_TIMES = 5;
const WEIGHED_TIMES = 31;

/**
 * The new space has room for all measured allocations, so that no garbage collection runs. The optimizing compiler is
 * disabled, because it would remove allocations at a different time in each run. Its feedback would also be allocated
 * at a different time.
 */
const NODE_OPTIONS = [
  ...['--expose-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'],
  ...['--no-opt', '--no-lazy-feedback-allocation'],
];

/** A server, and the connection for all requests. */
interface Service {
  readonly server: ChildServer;
  readonly connection: Connection;
}

/** Sends each hot request a few times to the real service, without other load. */
export async function measureCosts(build: Build): Promise<Costs> {
  const project = await createBenchProject({
    fill: ({ app }) => fillSite(app.database, PLAN),
    hasHub: true,
  });
  const { env, root, admin, databaseName } = project;
  const services: Service[] = [];
  const start = async (logFile: string): Promise<Service> => {
    const server = await startChildServer({
      ...{ build, module: 'counting-server', env, nodeOptions: NODE_OPTIONS },
      logFile: join(root, logFile),
    });
    const service = { server, connection: await openConnection(server.port) };
    services.push(service);
    return service;
  };
  try {
    const computing = await start('computing.log');
    const origin = `http://127.0.0.1:${computing.server.port}`;
    const token = await signIn(origin, admin);
    const form = await addForm(origin, token);
    await configure(root, { http_cache: {} });
    const keeping = await start('keeping.log');
    await configure(root, { compression: true });
    const compressing = await start('compressing.log');
    const requests = await hotRequests({ token, form, askKept: keeping.connection.ask });
    const sentTo = { computing, keeping, compressing };
    const costs: Record<string, Figures> = {};
    for (const request of requests)
      costs[request.title] = await measure(request, sentTo[request.sentTo], databaseName);
    return costs;
  } finally {
    for (const { server, connection } of services) {
      connection.close();
      await server.stop();
    }
    await project.remove();
  }
}

/** Returns the path of a new form on a live page. */
async function addForm(origin: string, token: string): Promise<string> {
  const post = async (path: string, body: object): Promise<JsonObject> => {
    const response = await fetch(origin + API + path, {
      method: 'POST',
      headers: { 'content-type': 'application/ld+json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as JsonObject; // the new resource
  };
  const form = String((await post('/component/forms', { formType: 'ExampleFormType' }))['@id']);
  await post('/_/component_positions', {
    componentGroup: `${API}/_/component_groups/${idOf('group', PLAN.pages)}`,
    component: form,
  });
  return form.slice(API.length);
}

/**
 * Changes members of the configuration for servers that start later. Without `http_cache`, responses are not cached.
 */
async function configure(root: string, members: JsonObject): Promise<void> {
  const file = join(root, 'cms.config.json');
  const config = JSON.parse(await readFile(file, 'utf8')) as JsonObject; // the members of the sample site
  await writeFile(file, JSON.stringify({ ...config, ...members }));
}

async function measure(
  { title, status, bytes }: HotRequest,
  { server, connection }: Service,
  databaseName: string,
): Promise<Figures> {
  let number = 0;
  const ask = async () => {
    const answer = await connection.ask(bytes((number += 1)));
    if (answer.status !== status) throw new Error(`${title} was answered:\n${answer.head}`);
    return answer;
  };
  const repeat = async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) await ask();
  };
  await repeat(WARM_UP_TIMES);
  const { headBytes, bodyBytes } = await ask();
  const costs = await server.count(() => repeat(COUNTED_TIMES));
  const weights = await server.weigh(() => repeat(WEIGHED_TIMES));
  return {
    statements: median(costs.map((cost) => cost.statements)),
    control: median(costs.map((cost) => cost.control)),
    ...(databaseName === 'sqlite' ? {} : { trips: median(costs.map((cost) => cost.trips)) }),
    writes: median(costs.map((cost) => cost.writes)),
    headBytes,
    bodyBytes,
    // Some requests trigger deferred work of others, and a garbage collection would make the result negative.
    allocatedBytes: Math.min(...weights.filter((weight) => weight > 0)),
  };
}
