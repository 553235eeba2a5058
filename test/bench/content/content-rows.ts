import { componentRows, type ContentSql, type Rows } from './content-sql.js';
import { nestedRows } from './nested-rows.js';

/** Size of a site whose pages share one layout. Texts are of the type `Title`. */
export interface ContentPlan {
  readonly pages: number;
  readonly textsPerPage: number;
  /** Navigation links on the first page, a type with few records. */
  readonly links?: number;
  /** Groups on the first page that contain nested components, see `nested-rows.ts`. */
  readonly nestedTexts?: number;
  /** Interval of pages with an offline route, starting with the first. Default: none. */
  readonly hiddenEvery?: number;
  /** Path below which all pages are, and the path of the first page. */
  readonly root?: string;
}

/** All rows of a site, in an order that satisfies foreign keys. */
export function rowsOf(
  { pages, textsPerPage, links = 0, nestedTexts = 0, hiddenEvery, root }: ContentPlan,
  sql: ContentSql,
): Rows[] {
  const { id, moment } = sql;
  const texts = pages * textsPerPage;
  const pageOfText = `(n - 1) / ${textsPerPage} + 1`;
  const path =
    root === undefined ? `'/page-' || n` : `case n when 1 then '${root}' else '${root}/page-' || n end`;
  const rootPage = id('page', 'cast(1 as bigint)');
  const hidden =
    hiddenEvery === undefined ? moment() : `case n % ${hiddenEvery} when 1 then null else ${moment()} end`;
  return [
    {
      table: 'layout',
      count: 1,
      columns: { id: id('layout'), reference: `'main'`, ui_component: `'Primary'` },
    },
    { table: 'route', count: pages, columns: { id: id('route'), route: path, name: path, live_at: hidden } },
    {
      table: 'page',
      count: pages,
      columns: {
        ...{ id: id('page'), title: `'Page ' || n`, reference: `'page-' || n`, ui_component: `'CwaPage'` },
        ...{ is_template: 'false', layout_id: id('layout', 'cast(1 as bigint)'), route_id: id('route') },
        parent_page_id: root === undefined ? 'null' : `case n when 1 then null else ${rootPage} end`,
      },
    },
    {
      table: 'component_group',
      count: pages,
      columns: { id: id('group'), reference: `'group-' || n`, location: `'primary'` },
    },
    {
      table: 'page_component_group',
      count: pages,
      columns: { page_id: id('page'), component_group_id: id('group') },
      isStamped: false,
    },
    componentRows('Title', texts, { id: id('text'), published_at: moment() }),
    { table: 'titles', count: texts, columns: { id: id('text'), title: `'Title ' || n` }, isStamped: false },
    {
      table: 'component_position',
      count: texts,
      columns: {
        ...{ id: id('position'), component_group_id: id('group', pageOfText), component_id: id('text') },
        sort_value: `(n - 1) % ${textsPerPage}`,
      },
    },
    componentRows('NavigationLink', links, { id: id('link'), published_at: moment() }),
    {
      table: 'navigation_links',
      count: links,
      columns: { id: id('link'), label: `'Link ' || n`, raw_path: `'/page-' || n` },
      isStamped: false,
    },
    {
      table: 'component_position',
      count: links,
      columns: {
        ...{ id: id('linkPosition'), component_group_id: id('group', 'cast(1 as bigint)') },
        ...{ component_id: id('link'), sort_value: `${textsPerPage} + n` },
      },
    },
    ...nestedRows(nestedTexts, sql),
  ].map(({ columns, ...rows }: Rows) => ({
    ...rows,
    columns: rows.isStamped === false ? columns : { ...columns, created_at: moment(), modified_at: moment() },
  }));
}
