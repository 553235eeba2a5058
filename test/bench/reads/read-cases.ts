import type { RecordedStatement, BareWork } from '../servers/messages.js';
import { requestBytes } from '../http/scenario.js';
import { idOf } from '../content/content-ids.js';

/** One kind of request, and the same rows read by their keys. */
export interface ReadCase {
  readonly title: string;
  /** Minimum share of the requests per second of Express. */
  readonly share: number;
  request(connection: number): Buffer;
  readonly bareWork: BareWork;
  bareRequest(connection: number): Buffer;
}

export interface ReadSite {
  readonly databaseName: 'postgres' | 'sqlite';
  readonly tablePrefix: string;
  readonly apiPrefix: string;
  readonly pages: number;
  readonly textsPerPage: number;
  /** Bearer token of an administrator. */
  readonly token: string;
}

/** Number of distinct records that are requested. */
const KEYS = 200;
const MEMBERS = 20;

type Keyed = Pick<ReadCase, 'title' | 'share'> & {
  /** Path below the prefix, of each key. */
  readonly paths: readonly string[];
  readonly isSignedIn?: boolean;
  readonly entries: readonly (readonly RecordedStatement[])[];
};

/** All kinds of reads, and saving a page during reads. */
export function createReadCases(site: ReadSite): readonly ReadCase[] {
  const { pages, textsPerPage } = site;
  const sql = bareStatements(site);
  const keys = range(KEYS);
  const texts = keys.map((key) => idOf('text', spread(key, pages * textsPerPage)));
  const pageNumbers = keys.map((key) => spread(key, pages));
  const firstTexts = range(MEMBERS).map((number) => idOf('text', number));
  const firstPages = range(MEMBERS).map((number) => idOf('page', number));
  const list = { paths: ['/component/titles?perPage=20'], entries: [[sql.texts(firstTexts)]] };
  const lists = {
    texts: `list of 20 of ${pages * textsPerPage} components`,
    pages: `list of 20 of ${pages} pages`,
  };
  const pageList = { paths: ['/_/pages?perPage=20'], entries: [[sql.pages(firstPages)]] };
  const textsOf = (page: number): readonly string[] =>
    range(textsPerPage).map((number) => idOf('text', (page - 1) * textsPerPage + number));
  return [
    keyedCase(site, {
      ...{ title: 'one component', share: 0.45 },
      paths: texts.map((id) => `/component/titles/${id}`),
      entries: texts.map((id) => [sql.texts([id])]),
    }),
    keyedCase(site, {
      ...{ title: 'one component, administrator', share: 0.35, isSignedIn: true },
      paths: texts.map((id) => `/component/titles/${id}`),
      entries: texts.map((id) => [sql.texts([id])]),
    }),
    keyedCase(site, { title: lists.texts, share: 0.3, ...list }),
    keyedCase(site, { title: `${lists.texts}, administrator`, share: 0.3, isSignedIn: true, ...list }),
    keyedCase(site, {
      ...{ title: 'list of a type with 2 records', share: 0.45 },
      paths: ['/component/navigation_links?perPage=20'],
      entries: [[sql.links(range(2).map((number) => idOf('link', number)))]],
    }),
    keyedCase(site, { title: lists.pages, share: 0.35, ...pageList }),
    keyedCase(site, { title: `${lists.pages}, administrator`, share: 0.35, isSignedIn: true, ...pageList }),
    keyedCase(site, {
      ...{ title: `manifest of a page with ${textsPerPage} components`, share: 0.35 },
      paths: pageNumbers.map((page) => `/_/resource_manifest//page-${page}`),
      entries: pageNumbers.map((page) => [sql.pages([idOf('page', page)]), sql.texts(textsOf(page))]),
    }),
    keyedCase(site, {
      ...{ title: `page in one request, with ${textsPerPage} components`, share: 0.2 },
      paths: pageNumbers.map((page) => `/_/resource_manifest//page-${page}?embed=documents`),
      entries: pageNumbers.map((page) => [sql.pages([idOf('page', page)]), sql.texts(textsOf(page))]),
    }),
    keyedCase(site, {
      ...{ title: 'one route', share: 0.45 },
      paths: pageNumbers.map((page) => `/_/routes//page-${page}`),
      entries: pageNumbers.map((page) => [sql.route(`/page-${page}`)]),
    }),
    writeCase(site, sql),
  ];
}

function keyedCase(
  { apiPrefix, token }: ReadSite,
  { title, share, paths, entries, isSignedIn }: Keyed,
): ReadCase {
  const headers = {
    accept: 'application/ld+json',
    // Neither is cached in memory.
    ...(isSignedIn === true ? { authorization: `Bearer ${token}` } : { range: 'bytes=0-' }),
  };
  const ours = paths.map((path) => requestBytes({ method: 'GET', path: apiPrefix + path, headers }));
  const bare = entries.map((_, index) => requestBytes({ method: 'GET', path: `/keyed/${index}`, headers }));
  return {
    ...{ title, share },
    request: inTurn(ours),
    bareWork: { kind: 'keyed', entries },
    bareRequest: inTurn(bare),
  };
}

/** Every connection saves a different page, like editors do. */
function writeCase({ apiPrefix, token, pages }: ReadSite, sql: BareStatements): ReadCase {
  const headers = { 'content-type': 'application/merge-patch+json', authorization: `Bearer ${token}` };
  let number = 0;
  const request = (connection: number): Buffer =>
    requestBytes({
      ...{ method: 'PATCH', headers },
      path: `${apiPrefix}/_/pages/${idOf('page', (connection % pages) + 1)}`,
      body: JSON.stringify({ title: `Title ${(number += 1)}` }),
    });
  const [id, text] = ['the id', 'the title'];
  return {
    ...{ title: 'PATCH of a page', share: 0.25 },
    request,
    bareWork: { kind: 'update', statement: sql.updatePage(id, text), id, text },
    bareRequest: request,
  };
}

function inTurn(requests: readonly Buffer[]): () => Buffer {
  let next = 0;
  return () => {
    const request = requests[next % requests.length];
    next += 1;
    if (request === undefined) throw new Error('There is no request to send');
    return request;
  };
}

type BareStatements = ReturnType<typeof bareStatements>;

/** Handwritten equivalent: every row by its key, with statements that are prepared once. */
function bareStatements({ databaseName, tablePrefix }: Pick<ReadSite, 'databaseName' | 'tablePrefix'>) {
  const table = (name: string): string => tablePrefix + name;
  const mark = (number: number): string => (databaseName === 'postgres' ? `$${number}` : '?');
  const marks = (values: readonly unknown[]): string => values.map((_, index) => mark(index + 1)).join(', ');
  const component = 'c.id, c.ui_component, c.ui_class_names, c.published_at, c.created_at, c.modified_at';
  const byIds = (select: string, ids: readonly string[]): RecordedStatement => ({
    text: `${select} in (${marks(ids)})`,
    values: ids,
  });
  return {
    texts: (ids: readonly string[]) =>
      byIds(
        `select ${component}, t.title from ${table('abstract_component')} c join ${table('titles')} t on t.id = c.id where c.id`,
        ids,
      ),
    links: (ids: readonly string[]) =>
      byIds(
        `select ${component}, l.label, l.raw_path, l.route_id
        from ${table('abstract_component')} c join ${table('navigation_links')} l on l.id = c.id where c.id`,
        ids,
      ),
    pages: (ids: readonly string[]) =>
      byIds(
        `select p.id, p.title, p.meta_description, p.reference, p.ui_component, p.ui_class_names, p.is_template,
          p.layout_id, p.parent_page_id, p.created_at, p.modified_at, r.route
        from ${table('page')} p left join ${table('route')} r on r.id = p.route_id where p.id`,
        ids,
      ),
    route: (path: string) => ({
      text: `select r.id, r.route, r.name, r.live_at, r.created_at, r.modified_at, p.id as page_id
        from ${table('route')} r left join ${table('page')} p on p.route_id = r.id where r.route = ${mark(1)}`,
      values: [path],
    }),
    updatePage: (id: string, title: string) => ({
      text: `update ${table('page')} set title = ${mark(1)}, modified_at = current_timestamp where id = ${mark(2)}`,
      values: [title, id],
    }),
  };
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns the `key`th of some evenly distributed numbers between 1 and `count`. */
function spread(key: number, count: number): number {
  return Math.floor(((key - 1) * count) / KEYS) + 1;
}
