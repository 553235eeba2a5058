import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from 'cms-api-components/internal/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import type { Row } from '../report/row.js';
import { type ChildServer, startChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';

const PROCESSES = 3;
const WRITES = 300;
const ACCEPT = { accept: 'application/ld+json' };

/**
 * Time until another process shows a write. It is measured in milliseconds from the response to the writer to the
 * first request with the new content, when the previous response was cached.
 */
export async function measureProcesses(build: Build): Promise<readonly Row[]> {
  const project = await createBenchProject({ keepsAnswers: true });
  const servers: ChildServer[] = [];
  try {
    for (let index = 0; index < PROCESSES; index += 1) {
      const logFile = join(project.root, `process-${index}.log`);
      servers.push(await startChildServer({ build, module: 'app-server', env: project.env, logFile }));
    }
    const [writer, ...others] = servers;
    if (writer === undefined) throw new Error('no process was started');
    const layout = await createLayout(writer, await signIn(originOf(writer), project.admin));
    const waits: number[] = [];
    for (let turn = 0; turn < WRITES; turn += 1) {
      const reader = others[turn % others.length];
      if (reader === undefined) throw new Error('one process shows its own writes at once');
      waits.push(await untilShown(layout, { writer, reader, text: `layout ${turn}` }));
    }
    return rowsOf(waits.sort((left, right) => left - right));
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await project.remove();
  }
}

interface Layout {
  readonly path: string;
  /** Headers of an administrator who writes. */
  readonly headers: Readonly<Record<string, string>>;
}

const originOf = ({ port }: ChildServer): string => `http://127.0.0.1:${port}`;

async function createLayout(writer: ChildServer, token: string): Promise<Layout> {
  const headers = { ...ACCEPT, authorization: `Bearer ${token}` };
  const answer = await fetch(`${originOf(writer)}/_api/_/layouts`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/ld+json' },
    body: JSON.stringify({ reference: 'layout', uiComponent: 'PrimaryLayout' }),
  });
  const { '@id': path } = (await answer.json()) as JsonObject; // a document is an object
  return { path: String(path), headers };
}

interface Turn {
  readonly writer: ChildServer;
  readonly reader: ChildServer;
  readonly text: string;
}

async function untilShown({ path, headers }: Layout, { writer, reader, text }: Turn): Promise<number> {
  const read = async (): Promise<string> =>
    (await fetch(originOf(reader) + path, { headers: ACCEPT })).text();
  // Other processes cache the previous response.
  await read();
  await sleep(20);
  await read();
  const answer = await fetch(originOf(writer) + path, {
    method: 'PATCH',
    headers: { ...headers, 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ reference: text }),
  });
  if (!answer.ok) throw new Error(`the write answered ${answer.status}: ${await answer.text()}`);
  const writtenAt = performance.now();
  for (;;) {
    const requestedAt = performance.now();
    if ((await read()).includes(`"${text}"`)) return requestedAt - writtenAt;
  }
}

function rowsOf(sorted: readonly number[]): readonly Row[] {
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const name = `until one of ${PROCESSES} processes shows a write of another`;
  return [
    { name: `${name}: p50`, unit: 'ms', ours: at(0.5) },
    { name: `${name}: p99`, unit: 'ms', ours: at(0.99) },
    { name: `${name}: worst`, unit: 'ms', ours: at(1), target: { kind: 'at-most', value: 1000 } },
  ];
}
