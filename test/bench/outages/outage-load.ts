import { setTimeout as sleep } from 'node:timers/promises';
import { API, type OutageSite } from './outage-site.js';

export type Kind = 'read' | 'write' | 'health' | 'upload' | 'mail';

/** A request and its result. Times are those of `performance.now()`. */
export interface Requested {
  readonly kind: Kind;
  readonly from: number;
  readonly until: number;
  /** 0: the connection was lost. -1: no response within the timeout of a visitor. */
  readonly status: number;
}

export interface OutageLoad {
  readonly requested: readonly Requested[];
  /** The last acknowledged value of each record. */
  readonly acknowledged: ReadonlyMap<string, number>;
  /** The highest value that was sent to each record, acknowledged or not. */
  readonly tried: ReadonlyMap<string, number>;
  /** Responses to readers without a write that was acknowledged a second before. */
  readonly stale: readonly number[];
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;
const READERS = 4;
const PACES: Readonly<Record<Kind, number>> = { read: 20, write: 40, health: 25, upload: 300, mail: 300 };

/**
 * Visitors of all processes, an editor of each record on the first process, and a health check. `also` adds users of
 * the failing dependency.
 */
export function startOutageLoad(
  site: OutageSite,
  also: readonly Extract<Kind, 'upload' | 'mail'>[],
): OutageLoad {
  const { origins, records, headers } = site;
  const [first = ''] = origins;
  const requested: Requested[] = [];
  const acknowledged = new Map<string, number>();
  const acknowledgedAt = new Map<string, { readonly value: number; readonly at: number }[]>();
  const tried = new Map<string, number>();
  const stale: number[] = [];
  const stop = new AbortController();

  async function ask(kind: Kind, url: string, init: RequestInit = {}): Promise<string | undefined> {
    const from = performance.now();
    let status = 0;
    let text: string | undefined;
    try {
      const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(PATIENCE_MS) });
      text = await answer.text();
      status = answer.status;
    } catch (error) {
      if (error instanceof Error && error.name === 'TimeoutError') status = -1;
    }
    requested.push({ kind, from, until: performance.now(), status });
    return status >= 200 && status < 300 ? text : undefined;
  }

  const send = (kind: Kind, path: string, { method, body }: { method: string; body: object }) =>
    ask(kind, first + path, {
      method,
      headers: {
        ...headers,
        accept: 'application/ld+json',
        'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/ld+json',
      },
      body: JSON.stringify(body),
    });

  async function read(turn: number): Promise<void> {
    const record = records[turn % records.length] ?? '';
    const from = performance.now();
    // Half of the visitors are signed in, so their responses are not cached.
    const own = Math.floor(turn / origins.length) % 2 === 0 ? headers : {};
    const text = await ask('read', (origins[turn % origins.length] ?? '') + record, {
      headers: { ...own, accept: 'application/ld+json' },
    });
    if (text === undefined) return;
    const { title } = JSON.parse(text) as { readonly title: string }; // a page
    const missed = acknowledgedAt.get(record)?.find(({ value }) => value > Number(title));
    if (missed !== undefined && from - missed.at > 1000) stale.push(from - missed.at);
  }

  async function write(record: string): Promise<void> {
    const value = (tried.get(record) ?? 0) + 1;
    tried.set(record, value);
    if ((await send('write', record, { method: 'PATCH', body: { title: String(value) } })) === undefined)
      return;
    acknowledged.set(record, value);
    const moments = acknowledgedAt.get(record) ?? [];
    acknowledgedAt.set(record, [...moments.slice(-500), { value, at: performance.now() }]);
  }

  const started = Date.now();
  let number = 0;
  const tasks: Readonly<Record<'upload' | 'mail', () => Promise<unknown>>> = {
    upload: () =>
      send('upload', `${API}/component/images`, {
        method: 'POST',
        body: { file: `data:image/png;base64,${PICTURE}` },
      }),
    mail: () =>
      send('mail', `${API}/users`, {
        method: 'POST',
        body: {
          username: `visitor${(number += 1)}of${started}`,
          emailAddress: `visitor${number}of${started}@example.com`,
          plainPassword: 'correct horse battery',
          enabled: true,
        },
      }),
  };

  async function keepDoing(kind: Kind, work: (turn: number) => Promise<unknown>, start = 0): Promise<void> {
    for (let turn = start; !stop.signal.aborted; turn += 1) {
      await work(turn);
      await sleep(PACES[kind], undefined, { signal: stop.signal }).catch(() => undefined);
    }
  }

  const running = Promise.all([
    ...Array.from({ length: READERS }, (_each, index) => keepDoing('read', read, index)),
    ...records.map((record) => keepDoing('write', () => write(record))),
    keepDoing('health', () => ask('health', `${first}${API}/_/health`)),
    ...also.map((kind) => keepDoing(kind, tasks[kind])),
  ]);
  return {
    requested,
    acknowledged,
    tried,
    stale,
    async stop() {
      stop.abort();
      await running;
    },
  };
}

/** A red pixel. */
const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
