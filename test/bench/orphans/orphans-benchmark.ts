import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { Build } from '../builds/build.js';
import { contentSql } from '../content/content-sql.js';
import { insertRows } from '../content/fill-site.js';
import type { Row } from '../report/row.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { signIn } from '../site/bench-site.js';
import { orphanRows, type OrphanPlan } from './orphan-rows.js';

/** 1,000,000 components and positions, of which some 10,000 records lead nowhere. */
const PLAN: OrphanPlan = { groups: 200_000, textsPerGroup: 5, orphanedGroups: 910 };
const PATH = '/_api/_/orphaned_resources';

/** The report of a large site, and the deletion of what it names. */
export async function measureOrphans(build: Build): Promise<readonly Row[]> {
  const project = await createBenchProject({
    async fill({ app: { database } }) {
      const { name } = database.dialect;
      const sql = contentSql(name === 'postgres' ? name : 'sqlite');
      await database.transaction(async (session) => {
        for (const rows of orphanRows(PLAN, sql)) await insertRows(session, rows);
      });
    },
  });
  const logFile = join(project.root, 'app-server.log');
  const server = await startChildServer({ build, module: 'app-server', env: project.env, logFile });
  try {
    const origin = `http://127.0.0.1:${server.port}`;
    const headers = { authorization: `Bearer ${await signIn(origin, project.admin)}` };
    const ask = async (path: string, body?: JsonObject): Promise<JsonObject | undefined> => {
      const response = await fetch(origin + PATH + path, {
        method: path === '' ? 'GET' : 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.status >= 500) throw new Error(`${path} answered ${response.status}`);
      const text = await response.text();
      return response.ok && text !== '' ? (JSON.parse(text) as JsonObject) : undefined;
    };
    const started = performance.now();
    await ask('/scan');
    while ((await ask('')) === undefined) await sleep(20);
    const scanned = performance.now() - started;
    const memory = await highestMegabytes(server.pid);
    const beforeDeletion = performance.now();
    const answer = await ask('/delete', { all: true });
    const deleted = performance.now() - beforeDeletion;
    const count = Object.values((answer?.deleted ?? {}) as Record<string, string[]>).flat().length;
    return [
      {
        ...{ name: 'orphans: scan of 1,000,000 components', unit: 'ms', ours: scanned },
        target: { kind: 'at-most', value: 60_000 },
      },
      {
        ...{ name: 'orphans: memory of the process', unit: 'MB', ours: memory },
        target: { kind: 'at-most', value: 300 },
      },
      {
        ...{ name: `orphans: deletion of ${count}`, unit: 'ms', ours: deleted },
        target: { kind: 'at-most', value: 30_000 },
      },
    ];
  } finally {
    await server.stop();
    await project.remove();
  }
}

/** The most that a process has had in memory. */
async function highestMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
