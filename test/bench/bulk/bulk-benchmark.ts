import { join } from 'node:path';
import { packageRoot } from 'cms-api-components/internal/kernel/util/packages/package-root.js';
import { fillSite } from '../content/fill-site.js';
import type { Row } from '../report/row.js';
import { openDatabaseCpu } from '../servers/database-cpu.js';
import { createBenchProject } from '../site/bench-project.js';
import { runNode } from '../startup/run-process.js';

const CMS = join(packageRoot(), 'cms.js');
const PLAN = { pages: 1000, textsPerPage: 20 };
const MOST_MILLISECONDS = 30_000;
const MOST_MEGABYTES = 200;

/**
 * Measures `cms export` of 1,000 pages with 20,000 components, and `cms import` into an empty site, compared to one
 * insert per table of the same rows.
 */
export async function measureBulk(progress: (text: string) => void): Promise<readonly Row[]> {
  const title = `${PLAN.pages} pages with ${PLAN.pages * PLAN.textsPerPage} components`;
  progress(`a site of ${title}`);
  let bare = 0;
  const site = await createBenchProject({
    async fill({ app }) {
      const start = performance.now();
      await fillSite(app.database, PLAN);
      bare = performance.now() - start;
    },
  });
  const empty = await createBenchProject({ fill: async () => undefined });
  const folder = join(site.root, 'content');
  const run = async (project: typeof site, ...words: readonly string[]) => {
    progress(words.slice(0, 1).join());
    const database = await openDatabaseCpu(String(project.env['DATABASE_URL']));
    try {
      const before = (await database.read()) ?? 0;
      const ran = await runNode([CMS, ...words], { cwd: project.root, env: project.env });
      const after = (await database.read()) ?? 0;
      return { ...ran, cpu: ran.cpu + (after - before) / 1000 };
    } finally {
      await database.close();
    }
  };
  try {
    const written = await run(site, 'export', folder);
    const imported = await run(empty, 'import', folder);
    const again = await run(empty, 'import', folder);
    return [
      { name: `cms export of ${title}`, unit: 'ms', ours: written.milliseconds },
      { name: 'cms export: most memory', unit: 'MB', ours: written.megabytes },
      {
        ...{ name: `cms import of ${title}`, unit: 'ms', ours: imported.milliseconds, bare },
        target: { kind: 'at-most', value: MOST_MILLISECONDS },
      },
      { name: 'cms import: processor time', unit: 'ms', ours: imported.cpu },
      {
        ...{ name: 'cms import: most memory', unit: 'MB', ours: imported.megabytes },
        target: { kind: 'at-most', value: MOST_MEGABYTES },
      },
      { name: 'cms import of what is there already', unit: 'ms', ours: again.milliseconds },
    ];
  } finally {
    await empty.remove();
    await site.remove();
  }
}
