import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { TransactionSession } from '../../../runtime/kernel/contract/database/database.js';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';

/** Addresses of records in the middle of a site that is large enough for a planner to use indexes. */
export interface BigSite {
  readonly page: string;
  readonly route: string;
  readonly path: string;
  readonly component: string;
  readonly pageData: string;
  readonly group: string;
  readonly position: string;
}

/** Rows of each kind; PostgreSQL uses the indexes of most tables from some hundreds on. */
const ROWS = 5000;
const CHUNK = 1000;

type Row = Readonly<Record<string, unknown>>;

/**
 * Fills the tables of a sample site: each page has a route, a group and a component, every second of which
 * has a draft.
 */
export async function fillBigSite(app: TestApp): Promise<BigSite> {
  const numbers = Array.from({ length: ROWS }, (_row, index) => index);
  const ids = (): readonly string[] => numbers.map(() => randomUUID());
  const [routes, pages, groups, components, positions] = [ids(), ids(), ids(), ids(), ids()];
  const [titles, data, dataRoutes] = [ids(), ids(), ids()];
  const drafts = numbers.map((number) => (number % 2 === 0 ? randomUUID() : undefined));
  const layout = randomUUID();
  const moment = (number: number): Date => new Date(Date.UTC(2026, 0, 1) + number * 1000);
  const stamps = (number: number): Row => ({ created_at: moment(number), modified_at: moment(number) });
  const rows = (make: (id: (all: readonly string[]) => string, number: number) => Row): readonly Row[] =>
    numbers.map<Row>((number) => make((all) => all[number] ?? '', number));
  const draftRows = (make: (id: string, number: number) => Row): readonly Row[] =>
    drafts.flatMap<Row>((id, number) => (id === undefined ? [] : make(id, number)));
  const route = (name: string, all: readonly string[]): readonly Row[] =>
    rows((id, number) => ({
      id: id(all),
      route: `/${name}-${number}`,
      name: `${name}-${number}`,
      live_at: moment(number),
      ...stamps(number),
    }));

  await app.app.database.transaction(async (session) => {
    const insert = (table: string, all: readonly Row[]): Promise<void> => insertAll(session, table, all);
    await insert('layout', [{ id: layout, reference: 'only', ui_component: 'Only', ...stamps(0) }]);
    await insert('route', [...route('page', routes), ...route('article', dataRoutes)]);
    await insert(
      'page',
      rows((id, number) => ({
        id: id(pages),
        title: `Page ${number}`,
        reference: `page-${number}`,
        ui_component: 'Page',
        is_template: false,
        layout_id: layout,
        route_id: id(routes),
        ...stamps(number),
      })),
    );
    await insert(
      'component_group',
      rows((id, number) => ({
        id: id(groups),
        reference: `group-${number}`,
        location: `/_/pages/${id(pages)}`,
        ...stamps(number),
      })),
    );
    await insert(
      'page_component_group',
      rows((id) => ({ page_id: id(pages), component_group_id: id(groups) })),
    );
    await insert('abstract_component', [
      ...rows((id, number) => ({
        id: id(components),
        dtype: 'HtmlContent',
        published_at: moment(number),
        ...stamps(number),
      })),
      ...rows((id, number) => ({
        id: id(titles),
        dtype: 'Title',
        published_at: moment(number),
        ...stamps(number),
      })),
    ]);
    await insert(
      'abstract_component',
      draftRows((id, number) => ({
        id,
        dtype: 'HtmlContent',
        published_resource_id: components[number],
        ...stamps(number),
      })),
    );
    await insert('html_contents', [
      ...rows((id) => ({ id: id(components), html: 'Some text. '.repeat(40) })),
      ...draftRows((id) => ({ id, html: 'Another text. '.repeat(40) })),
    ]);
    await insert(
      'titles',
      rows((id, number) => ({ id: id(titles), title: `Title ${number}` })),
    );
    await insert(
      'component_position',
      rows((id, number) => ({
        id: id(positions),
        component_group_id: id(groups),
        component_id: id(components),
        sort_value: 0,
        ...stamps(number),
      })),
    );
    await insert(
      'abstract_page_data',
      rows((id, number) => ({
        id: id(data),
        dtype: 'BlogArticleData',
        title: `Article ${number}`,
        page_id: id(pages),
        route_id: id(dataRoutes),
        ...stamps(number),
      })),
    );
    await insert(
      'blog_article_datas',
      rows((id) => ({ id: id(data), html_content_id: id(titles) })),
    );
  });
  // Rows that no command wrote have no derived rows yet.
  for (const { rebuild } of app.app.derived) await app.app.database.transaction(rebuild);
  await analyze(app);
  const middle = ROWS / 2 + 1;
  const of = (all: readonly string[]): string => all[middle] ?? '';
  return {
    page: `/_/pages/${of(pages)}`,
    route: `/_/routes//page-${middle}`,
    path: `/page-${middle}`,
    component: `/component/html_contents/${of(components)}`,
    pageData: `/page_data/blog_article_datas/${of(data)}`,
    group: `/_/component_groups/${of(groups)}`,
    position: `/_/component_positions/${of(positions)}`,
  };
}

export async function insertAll(
  session: TransactionSession,
  table: string,
  all: readonly Row[],
): Promise<void> {
  for (let start = 0; start < all.length; start += CHUNK) {
    await session.insert(table, all.slice(start, start + CHUNK));
  }
}

/** Updates the statistics that planners use. */
export async function analyze({ config }: TestApp): Promise<void> {
  if (testDatabaseName() !== 'postgres') return; // SQLite is not analyzed on sites either.
  const client = new Client({ connectionString: config.database.url });
  await client.connect();
  try {
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}
