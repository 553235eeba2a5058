import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jsonwebtoken from 'jsonwebtoken';
import { expect } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

export const JWT = { iss: 'http://localhost:8000', sub: 'cms', client_id: 'cms' };
export const ORIGIN = 'http://localhost:8000';
export const SECRET = 'a secret of at least thirty-two bytes';
/** Path of the embedded hub below the origin. */
export const HUB_PATH = '/.well-known/mercure';

/** Starts the application with its embedded hub, or with the hub of `MERCURE_URL`. */
export function startRealtimeApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { config = {}, env = {} } = options;
  return startTestApp({
    ...options,
    env: { MERCURE_JWT_SECRET: SECRET, ...env },
    config: { routable_security: null, route_security: [], mercure: { jwt: JWT }, ...config },
  });
}

/** One update as a subscriber or a hub receives it. */
export interface ReceivedUpdate {
  readonly topics: readonly string[];
  readonly isPrivate: boolean;
  readonly id: string;
  readonly data: JsonObject;
  readonly bearer: string;
}

export interface RecordingHub {
  readonly url: string;
  readonly updates: ReceivedUpdate[];
  /** Sets the response to following updates; initially 200. */
  answer(how: number | 'never' | ((update: ReceivedUpdate) => number)): void;
  /** Sets its metadata as JSON; initially 404. */
  describe(metadata: JsonObject): void;
  close(): Promise<void>;
}

/** A server that receives updates and records those that it accepts. */
export async function startRecordingHub(port = 0): Promise<RecordingHub> {
  const updates: ReceivedUpdate[] = [];
  let how: Parameters<RecordingHub['answer']>[0] = 200;
  let metadata: JsonObject | undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'GET') {
        const body = metadata === undefined ? '' : JSON.stringify(metadata);
        response.writeHead(metadata === undefined ? 404 : 200).end(body);
        return;
      }
      const form = new URLSearchParams(Buffer.concat(chunks).toString());
      const update: ReceivedUpdate = {
        topics: form.getAll('topic'),
        isPrivate: form.has('private'),
        id: form.get('id') ?? '',
        data: JSON.parse(form.get('data') ?? 'null') as JsonObject,
        bearer: (request.headers.authorization ?? '').replace('Bearer ', ''),
      };
      const status = typeof how === 'function' ? how(update) : how;
      if (status === 'never') return;
      if (status === 200) updates.push(update);
      response.writeHead(status, status === 307 ? { location: `${url}/elsewhere` } : {}).end(update.id);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${HUB_PATH}`;
  return {
    url,
    updates,
    answer: (given) => void (how = given),
    describe: (given) => void (metadata = given),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts an application that publishes to a recording hub. */
export async function startWithHub(
  options: TestAppOptions = {},
): Promise<{ readonly app: TestApp; readonly hub: RecordingHub }> {
  const hub = await startRecordingHub();
  const app = await startRealtimeApp({
    ...options,
    env: { MERCURE_URL: hub.url, MERCURE_PUBLIC_URL: 'https://hub.example.com/hub', ...options.env },
  });
  return { app, hub };
}

/** Resolves when everything written so far has been published. */
export async function arePublished({ app }: TestApp): Promise<void> {
  app.outbox.wake();
  await expect
    .poll(
      async () => (await app.outbox.metrics()).find(({ channel }) => channel === 'realtime')?.pending ?? 0,
      {
        timeout: 20_000,
      },
    )
    .toBe(0);
}

/** Claims that a hub reads from a token; the signature has been verified. */
export interface TokenClaims {
  readonly exp: number;
  readonly iat: number;
  readonly jti: string;
  readonly authorization_details?: readonly {
    readonly type: string;
    readonly actions: readonly string[];
    readonly topics: readonly { readonly match: string; readonly match_type?: string }[];
  }[];
}

export function claimsOf(token: string): TokenClaims {
  // Hubs of protocol 1.0 reject tokens of another type.
  expect(jsonwebtoken.decode(token, { complete: true })?.header).toEqual({ alg: 'HS256', typ: 'at+jwt' });
  return jsonwebtoken.verify(token, SECRET, { algorithms: ['HS256'], ignoreExpiration: true }) as TokenClaims;
}

export const patternsOf = (token: string): readonly string[] =>
  (claimsOf(token).authorization_details ?? []).flatMap(({ topics }) => topics.map(({ match }) => match));

/** Returns the hub's `Set-Cookie` value of a response. */
export const hubCookie = (headers: Headers, name = 'mercure_access_token'): string | undefined =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

export const tokenIn = (cookie: string | undefined): string => /^[^=]+=([^;]*)/.exec(cookie ?? '')?.[1] ?? '';

/** A subscription to a hub. */
export interface Subscription {
  readonly status: number;
  /** All events received so far. */
  readonly events: { readonly id: string; readonly data: JsonObject }[];
  close(): void;
}

export async function subscribe(
  hub: string,
  { query = 'match=*', cookie }: { readonly query?: string; readonly cookie?: string | undefined } = {},
): Promise<Subscription> {
  const abort = new AbortController();
  const response = await fetch(`${hub}?${query}`, {
    headers: cookie === undefined ? {} : { cookie: cookie.split(';', 1)[0] ?? '' },
    signal: abort.signal,
  });
  const events: Subscription['events'] = [];
  void (async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const frames = (text + chunk).split('\n\n');
      text = frames.pop() ?? '';
      for (const frame of frames) {
        const lines = frame.split('\n');
        const read = (name: string): readonly string[] =>
          lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
        if (read('data').length > 0)
          events.push({ id: read('id')[0] ?? '', data: JSON.parse(read('data').join('\n')) as JsonObject });
      }
    }
  })().catch(() => undefined); // ends with the subscription
  return { status: response.status, events, close: () => abort.abort() };
}
