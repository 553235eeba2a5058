import type { BareWork, RecordedAnswer, RecordedStatement } from '../servers/messages.js';
import type { BenchSite } from '../site/bench-site.js';

/** One kind of request, and the same work on the reference servers. */
export interface Scenario {
  readonly title: string;
  /** Minimum share of the requests per second of Express with the same statements (PostgreSQL). */
  readonly share: number;
  readonly mostStatements?: number;
  request(connection: number): Buffer;
  /** Sends the request once, like a client. */
  sample(): Promise<RecordedAnswer>;
  bareWork(statements: readonly RecordedStatement[]): BareWork;
}

export type ScenarioName = 'item' | 'collection' | 'write';

/** Item read, collection of 20 and write of one member. */
export function createScenarios(site: BenchSite): Readonly<Record<ScenarioName, Scenario>> {
  const { item, collection } = site;
  return {
    item: { ...readScenario(site, item), title: 'item read', share: 0.4, mostStatements: 3 },
    collection: {
      ...readScenario(site, collection),
      title: 'collection of 20',
      share: 0.4,
      mostStatements: 4,
    },
    write: { ...writeScenario(site), title: 'write of one member', share: 0.2 },
  };
}

type Exchange = Pick<Scenario, 'request' | 'sample' | 'bareWork'>;

function readScenario({ origin }: BenchSite, path: string): Exchange {
  const bytes = requestBytes({ method: 'GET', path, headers: { accept: 'application/ld+json' } });
  return {
    request: () => bytes,
    sample: () => send(origin + path, { headers: { accept: 'application/ld+json' } }),
    bareWork: (statements) => ({ kind: 'read', statements }),
  };
}

/** Every connection saves a different draft, like editors do. */
function writeScenario({ origin, drafts, token }: BenchSite): Exchange {
  const headers = { 'content-type': 'application/merge-patch+json', authorization: `Bearer ${token}` };
  const [first = ''] = drafts;
  const sampled = 'A title to be found again';
  let number = 0;
  return {
    request(connection) {
      const path = drafts[connection % drafts.length] ?? first;
      return requestBytes({
        method: 'PATCH',
        path,
        headers,
        body: JSON.stringify({ title: `Title ${(number += 1)}` }),
      });
    },
    sample: () =>
      send(origin + first, {
        method: 'PATCH',
        headers,
        // A value that is already stored would not be written.
        body: JSON.stringify({ title: `${sampled} ${(number += 1)}` }),
      }),
    bareWork(statements) {
      const statement = statements.find(
        ({ text, values }) => /^\s*update\b/i.test(text) && values.some(isSampled),
      );
      if (statement === undefined) throw new Error('The write ran no update of its member');
      return {
        kind: 'update',
        statement,
        id: String(first.split('/').pop()),
        text: String(statement.values.find(isSampled)),
      };
    },
  };

  function isSampled(value: unknown): boolean {
    return typeof value === 'string' && value.startsWith(sampled);
  }
}

/** A serialized request. */
export function requestBytes({
  method,
  path,
  headers,
  body = '',
}: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}): Buffer {
  const length = body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: '127.0.0.1', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n'));
}

const HOP_HEADERS = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding']);

/** Sends a request once, like a client. */
export async function send(url: string, init: RequestInit): Promise<RecordedAnswer> {
  const response = await fetch(url, init);
  const body = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url} answered ${response.status}: ${body}`);
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !HOP_HEADERS.has(name)));
  return { status: response.status, headers, body };
}
