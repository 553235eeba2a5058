import { idOf } from '../content/content-ids.js';
import { requestBytes } from '../http/scenario.js';
import type { WireAnswer } from './connection.js';

/** A frequent request of sites. It is the same each time, so that its response has the same bytes. */
export interface HotRequest {
  readonly title: string;
  readonly status: number;
  /**
   * The default service caches responses. One service computes all of them, and one compresses cached ones, as in
   * production.
   */
  readonly sentTo: 'keeping' | 'computing' | 'compressing';
  /** Returns the bytes of the `number`th request. */
  bytes(number: number): Buffer;
}

export interface HotSite {
  /** Bearer token of an administrator. */
  readonly token: string;
  /** Path of a form that the sample site defines. */
  readonly form: string;
  /** Sends a request to the service with the cache. */
  readonly askKept: (request: Buffer) => Promise<WireAnswer>;
}

export const PLAN = { pages: 40, textsPerPage: 20, links: 2 };
export const API = '/_api';

const PAGE = 7;
const PAGE_IN_ONE = `/_/resource_manifest//page-${PAGE}?embed=documents`;
const TEXT = `/component/titles/${idOf('text', PAGE * PLAN.textsPerPage)}`;
const TEXTS = '/component/titles?perPage=20';
const PAGES = '/_/pages?perPage=20';
/** Numbers with the same number of digits, so that writes always have the same length. */
const FIRST_NUMBER = 10_000;

export async function hotRequests({ token, form, askKept }: HotSite): Promise<readonly HotRequest[]> {
  const signedIn = { authorization: `Bearer ${token}` };
  const kept = readOf('page in one request, kept', PAGE_IN_ONE, { sentTo: 'keeping' });
  const { head } = await askKept(kept.bytes(0));
  return [
    readOf('one component', TEXT),
    readOf('list of components', TEXTS),
    readOf('list of components, administrator', TEXTS, { headers: signedIn }),
    readOf('list of a type with two records', '/component/navigation_links?perPage=20'),
    readOf('list of pages', PAGES),
    readOf('list of pages, administrator', PAGES, { headers: signedIn }),
    readOf('manifest of a page', `/_/resource_manifest//page-${PAGE}`),
    readOf('page in one request', PAGE_IN_ONE),
    readOf('one route', `/_/routes//page-${PAGE}`),
    kept,
    readOf('page in one request, unchanged', PAGE_IN_ONE, {
      ...{ sentTo: 'keeping', status: 304 },
      headers: { 'if-none-match': /\r\netag: ([^\r]+)/i.exec(head)?.[1] ?? '' },
    }),
    readOf('page in one request, kept, for a browser', PAGE_IN_ONE, {
      sentTo: 'compressing',
      headers: { 'accept-encoding': 'gzip, deflate, br, zstd' },
    }),
    writeOf('change of a page', {
      ...{ method: 'PATCH', path: `/_/pages/${idOf('page', PAGE + 1)}`, status: 200 },
      headers: { ...signedIn, 'content-type': 'application/merge-patch+json' },
      body: (number) => ({ title: `Title ${FIRST_NUMBER + number}` }),
    }),
    writeOf('new component', {
      ...{ method: 'POST', path: '/component/titles', status: 201 },
      headers: { ...signedIn, 'content-type': 'application/ld+json' },
      body: (number) => ({ title: `Title ${FIRST_NUMBER + number}` }),
    }),
    writeOf('submission of a form', {
      ...{ method: 'POST', path: `${form}/submit`, status: 201 },
      headers: { 'content-type': 'application/json' },
      body: () => SUBMISSION,
    }),
  ];
}

const SUBMISSION = {
  example_form: {
    name: 'Jo',
    plainPassword: { first: 'a long password', second: 'a long password' },
    subject: 'question',
    email: 'jo@example.com',
    message: 'Hello.',
    developer: 'yes',
    randomCheckbox: true,
    interests: ['writing'],
    other_interests: ['music', 'travel'],
    children: [{ name: 'Kim' }],
    text_children: ['More.'],
  },
};

interface Read {
  readonly headers?: Readonly<Record<string, string>>;
  readonly sentTo?: HotRequest['sentTo'];
  readonly status?: number;
}

function readOf(
  title: string,
  path: string,
  { headers, sentTo = 'computing', status = 200 }: Read = {},
): HotRequest {
  const bytes = requestBytes({
    ...{ method: 'GET', path: API + path },
    headers: { accept: 'application/ld+json', ...headers },
  });
  return { title, status, sentTo, bytes: () => bytes };
}

interface Write {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: number;
  readonly body: (number: number) => unknown;
}

function writeOf(title: string, { method, path, headers, status, body }: Write): HotRequest {
  return {
    ...{ title, status, sentTo: 'keeping' },
    bytes: (number) =>
      requestBytes({ method, path: API + path, headers, body: JSON.stringify(body(number)) }),
  };
}
