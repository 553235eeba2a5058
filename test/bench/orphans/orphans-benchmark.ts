import { join } from 'node:path';
import type { Build } from '../builds/build.js';
import { contentSql } from '../content/content-sql.js';
import { insertRows } from '../content/fill-site.js';
import { highestMegabytes } from '../report/highest-megabytes.js';
import type { Row } from '../report/row.js';
import { startChildServer } from '../servers/child-server.js';
import { createBenchProject } from '../site/bench-project.js';
import { askAdministrator } from './ask-administrator.js';
import { orphanRows, type OrphanPlan } from './orphan-rows.js';

/** 1,000,000 components and positions, of which about 10,000 records are orphaned. */
const PLAN: OrphanPlan = { groups: 200_000, textsPerGroup: 5, orphanedGroups: 910 };

/** Measures the report of a large site, and the deletion of the reported records. */
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
    const report = await askAdministrator(server, project, '/_api/_/orphaned_resources');
    const scanned = await report.scan();
    const memory = await highestMegabytes(server.pid);
    const { answer, took } = await report.deleteAll();
    const count = Object.values(answer.deleted as Record<string, string[]>).flat().length;
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
        ...{ name: `orphans: deletion of ${count}`, unit: 'ms', ours: took },
        target: { kind: 'at-most', value: 30_000 },
      },
    ];
  } finally {
    await server.stop();
    await project.remove();
  }
}
