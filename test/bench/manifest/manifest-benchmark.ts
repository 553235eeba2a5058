import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { createServer, type RequestListener } from 'node:http';
import type { App } from 'cms-api-components/internal/app.js';
import type { TransactionSession } from 'cms-api-components/internal/kernel/contract/database/database.js';
import { openApplication } from 'cms-api-components/internal/console/open-application.js';
import { openProject } from 'cms-api-components/internal/console/open-project.js';
import type { Row } from '../report/row.js';
import { median } from '../report/row.js';
import type { BenchProject } from '../site/bench-project.js';

const ROUNDS = 9;

/**
 * Measures the resource manifest of a page with 200 components in 6 nested groups, compared to node:http with the same
 * bytes. A page with 2,000 components in 60 groups is compared to ten times the small one. A ratio near 1 means that
 * the cost is proportional to the page.
 */
export async function measureManifest(project: BenchProject): Promise<readonly Row[]> {
  const overrides = { ...(project.env as Record<string, string>), LOG_LEVEL: 'error' }; // environment variables that are set are strings
  const application = await openApplication(await openProject({ root: project.root, overrides }));
  try {
    await addPage(application.app, { path: '/bench-small', groups: 6, components: 200 });
    await addPage(application.app, { path: '/bench-large', groups: 60, components: 2000 });
    const { listener } = application;
    const manifest = `${application.app.config.apiPrefix}/_/resource_manifest/`;
    const small = await whileListening(listener, (origin) => measure(`${origin}${manifest}/bench-small`));
    const large = await whileListening(listener, (origin) => measure(`${origin}${manifest}/bench-large`));
    const repeat: RequestListener = (_request, response) => void response.end(small.text);
    const bare = await whileListening(repeat, measure);
    return [
      {
        name: 'manifest, 200 components in 6 groups',
        unit: 'ms',
        ours: small.milliseconds,
        bare: bare.milliseconds,
      },
      {
        name: 'manifest, 2,000 in 60 (beside 10 x 200)',
        unit: 'ms',
        ours: large.milliseconds,
        bare: small.milliseconds * 10,
      },
    ];
  } finally {
    await application.close();
  }
}

async function whileListening<Result>(
  listener: RequestListener,
  act: (origin: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listening on TCP
  try {
    return await act(`http://127.0.0.1:${port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function measure(url: string): Promise<{ readonly milliseconds: number; readonly text: string }> {
  const times: number[] = [];
  let text = '';
  for (let round = 0; round <= ROUNDS; round += 1) {
    const start = performance.now();
    const answer = await fetch(url);
    text = await answer.text();
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${text}`);
    if (round > 0) times.push(performance.now() - start); // the first one prepares the statements
  }
  return { milliseconds: median(times), text };
}

interface PagePlan {
  readonly path: string;
  readonly groups: number;
  readonly components: number;
}

/** Creates a live page with a chain of groups, each owned by the first component of the previous one. */
async function addPage({ database }: App, plan: PagePlan): Promise<void> {
  const layout = await database.first<{ id: string }>(`select id from ${database.table('layout')} limit 1`);
  await database.transaction(async (session) => {
    const now = new Date();
    const stamps = { created_at: now, modified_at: now };
    const route = randomUUID();
    const page = randomUUID();
    await insert(session, 'route', [
      { id: route, route: plan.path, name: plan.path, live_at: now, ...stamps },
    ]);
    await insert(session, 'page', [
      {
        id: page,
        title: plan.path,
        reference: plan.path,
        ui_component: 'CwaPage',
        is_template: false,
        layout_id: layout?.id,
        route_id: route,
        ...stamps,
      },
    ]);
    let owner: GroupPlan['owner'] = { table: 'page_component_group', column: 'page_id', id: page };
    for (let index = 0; index < plan.groups; index += 1) {
      const first = await addGroup(session, {
        owner,
        reference: `${plan.path}-${index}`,
        now,
        size: plan.components / plan.groups,
      });
      owner = { table: 'component_component_group', column: 'component_id', id: first };
    }
  });
}

interface GroupPlan {
  readonly owner: { readonly table: string; readonly column: string; readonly id: string };
  readonly reference: string;
  readonly size: number;
  readonly now: Date;
}

/** Returns the id of the group's first component. */
async function addGroup(
  session: TransactionSession,
  { owner, reference, size, now }: GroupPlan,
): Promise<string> {
  const stamps = { created_at: now, modified_at: now };
  const group = randomUUID();
  const ids = Array.from({ length: Math.round(size) }, () => randomUUID());
  await insert(session, 'component_group', [{ id: group, reference, location: reference, ...stamps }]);
  await insert(session, owner.table, [{ [owner.column]: owner.id, component_group_id: group }]);
  await insert(
    session,
    'abstract_component',
    ids.map((id) => ({ id, dtype: 'Title', published_at: now, ...stamps })),
  );
  await insert(
    session,
    'titles',
    ids.map((id) => ({ id, title: 'A title' })),
  );
  await insert(
    session,
    'component_position',
    ids.map((id, sort) => ({
      id: randomUUID(),
      component_group_id: group,
      component_id: id,
      sort_value: sort,
      ...stamps,
    })),
  );
  const [first = ''] = ids;
  return first;
}

async function insert(
  session: TransactionSession,
  table: string,
  rows: Record<string, unknown>[],
): Promise<void> {
  await session.insert(table, rows);
}
