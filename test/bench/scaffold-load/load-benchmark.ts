import { defineScaffold } from 'cms-api-components';
import type { Scaffold } from 'cms-api-components/internal/scaffold/scaffold.js';
import { fillSite } from '../content/fill-site.js';
import type { Row } from '../report/row.js';
import { openDatabaseCpu } from '../servers/database-cpu.js';
import { createBenchProject, type BenchProjectOptions } from '../site/bench-project.js';

const PLAN = { pages: 1000, textsPerPage: 20 };
const MOST_MILLISECONDS = 30_000;

interface Cost {
  readonly milliseconds: number;
  /** Processor time of the loading process and the database in milliseconds. */
  readonly cpu: number;
}

/** Measures a scaffold of 1,000 pages with 20,000 components, compared to one insert per table of the same rows. */
export async function measureLoad(): Promise<readonly Row[]> {
  const ours = await measure((application) => application.loadScaffold(siteScaffold()));
  const bare = await measure(({ app }) => fillSite(app.database, PLAN));
  const title = `scaffold:load of ${PLAN.pages} pages with ${PLAN.pages * PLAN.textsPerPage} components`;
  return [
    {
      ...{ name: title, unit: 'ms' },
      ours: ours.milliseconds,
      bare: bare.milliseconds,
      target: { kind: 'at-most', value: MOST_MILLISECONDS },
    },
    { name: `${title}: processor time`, unit: 'ms', ours: ours.cpu, bare: bare.cpu },
  ];
}

/** Fills a new project once. */
async function measure(fill: NonNullable<BenchProjectOptions['fill']>): Promise<Cost> {
  const costs: Cost[] = [];
  const project = await createBenchProject({
    async fill(application) {
      const database = await openDatabaseCpu(application.app.config.database.url);
      const cpu = async (): Promise<number> => {
        const { user, system } = process.cpuUsage();
        return user + system + ((await database.read()) ?? 0);
      };
      try {
        const before = await cpu();
        const start = performance.now();
        await fill(application);
        const milliseconds = performance.now() - start;
        costs.push({ milliseconds, cpu: ((await cpu()) - before) / 1000 });
      } finally {
        await database.close();
      }
    },
  });
  await project.remove();
  const [cost] = costs;
  if (cost === undefined) throw new Error('The project was not filled');
  return cost;
}

function siteScaffold(): Scaffold {
  return defineScaffold((site) => {
    const publishedAt = new Date();
    site.layout('main', 'Primary');
    for (let number = 1; number <= PLAN.pages; number += 1) {
      site.page(`page-${number}`, 'PrimaryPageTemplate', 'main', {
        route: `/page-${number}`,
        configure: (page) =>
          page.title(`Page ${number}`).group('primary', (group) => {
            for (let text = 1; text <= PLAN.textsPerPage; text += 1) {
              group.add(site.component('Title', { title: `Title ${number}.${text}`, publishedAt }));
            }
          }),
      });
    }
  });
}
