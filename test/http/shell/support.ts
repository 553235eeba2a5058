import { request as openRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import type { Actor } from '../../../runtime/kernel/contract/context.js';
import { ANONYMOUS } from '../../../runtime/kernel/contract/context.js';
import type { Authenticator, Endpoint } from '../../../runtime/kernel/contract/http/http.js';
import { unauthorized } from '../../../runtime/kernel/errors/catalog.js';
import { createTagHeader } from '../../../runtime/features/caching/tag-header.js';
import { createOriginPolicy } from '../../../runtime/adapters/http/origin-policy.js';
import { createHttpApp } from '../../../runtime/adapters/http/http-app.js';
import type { HttpAppDeps } from '../../../runtime/adapters/http/http-app.js';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { createMessages } from '../../../runtime/kernel/messages/messages.js';

export const PUBLIC_URL = 'https://api.example.com';
export const NOW = new Date('2030-01-01T00:00:00Z');

export const CONFIG: HttpAppDeps['config'] = {
  apiPrefix: '/_api',
  environment: 'development',
  server: { workers: 1, port: 0, host: '127.0.0.1', publicUrl: PUBLIC_URL, trustedProxies: [] },
  cacheHeaders: { maxAge: 0, sharedMaxAge: 60, vary: ['Content-Type', 'Authorization'], etag: true },
  hydraPrefix: false,
  bodyLimits: { anonymous: 1000, authenticated: 2_000_000, editors: 2_000_000, files: 2_000_000 },
  accessControl: [],
  limits: { requests: 1000, requestMs: 60_000, statementMs: 60_000, lockMs: 60_000 },
};

export const ORIGINS = createOriginPolicy(
  ['https://site.example.com', 'https?://localhost(:[0-9]+)?'],
  CONFIG.server.publicUrl,
);

export const EDITOR: Actor = {
  roles: new Set(['ROLE_USER']),
  user: {
    id: 'u',
    username: 'ed',
    emailAddress: 'ed@example.com',
    roles: ['ROLE_USER'],
    sessionId: 's',
    fields: {},
  },
};

/** `Bearer editor` or cookie `jwt=editor` signs in, `Bearer broken` is an invalid token. */
const TEST_AUTHENTICATOR: Authenticator = {
  async authenticate({ headers }) {
    if (headers.authorization === 'Bearer broken') {
      throw unauthorized('Invalid JWT Token', { 'Set-Cookie': ['jwt=x.x.x; path=/'] });
    }
    if (headers.authorization === 'Bearer refreshed') return { actor: EDITOR, cookies: ['jwt=new; path=/'] };
    const isEditor = headers.authorization === 'Bearer editor' || headers.cookie === 'jwt=editor';
    return { actor: isEditor ? EDITOR : ANONYMOUS, cookies: [] };
  },
};

/** `echo` responds with the input of the endpoint. */
export const echo = (
  method: Endpoint['method'],
  pattern: string,
  more: Partial<Endpoint> = {},
): Endpoint => ({
  method,
  pattern,
  async handle({ path, parameters, query, context }) {
    const { requested, viewedPath } = context;
    const viewed = viewedPath === undefined ? {} : { viewedPath };
    return {
      status: 200,
      body: { pattern, path, parameters, query: query as never, requested: requested as never, ...viewed },
    }; // queries are JSON
  },
  ...more,
});

export const JSON_TYPES = ['application/ld+json', 'application/json'];

export const readsJson = (
  method: Endpoint['method'],
  pattern: string,
  accepts: readonly string[],
): Endpoint =>
  echo(method, pattern, {
    accepts,
    handle: async (request) => ({ status: 201, body: { received: await request.json() } }),
  });

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- bodies are asserted member by member
}

export interface Shell {
  readonly url: string;
  readonly log: readonly LogEntry[];
  send(method: string, path: string, options?: SendOptions): Promise<Answer>;
  /** Writes raw bytes to the socket and returns the response until the connection ends. */
  sendRaw(bytes: string | Buffer): Promise<string>;
  close(): Promise<void>;
}

export interface SendOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | readonly (string | Buffer)[];
}

export async function startShell(
  endpoints: readonly Endpoint[],
  overrides: Partial<Omit<HttpAppDeps, 'config'>> & { readonly config?: Partial<HttpAppDeps['config']> } = {},
): Promise<Shell> {
  const entries: LogEntry[] = [];
  const push = (entry: LogEntry): void => void entries.push(entry);
  const log: Logger = { error: push, warn: push, info: push, debug: push };
  const app = createHttpApp({
    log,
    clock: { now: () => NOW },
    endpoints,
    authenticator: TEST_AUTHENTICATOR,
    origins: ORIGINS,
    messages: createMessages([]),
    createHooks: [() => createTagHeader('none')],
    ...overrides,
    config: { ...CONFIG, ...overrides.config },
  });
  const server = createHttpServer({ listener: app, config: { ...CONFIG, ...overrides.config } });
  const { port, url } = await server.listen(0, '127.0.0.1');
  return {
    url,
    log: entries,
    close: () => server.close(),
    send: (method, path, options) => send(port, { method, path, ...options }),
    sendRaw: (bytes) => sendRaw(port, bytes),
  };
}

function send(
  port: number,
  { method, path, headers, body }: SendOptions & { method: string; path: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = openRequest(
      { host: '127.0.0.1', port, method, path, headers: headers ?? {}, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const isJson = (response.headers['content-type'] ?? '').includes('json') && text !== '';
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: isJson ? JSON.parse(text) : undefined,
          });
        });
      },
    );
    request.on('error', reject);
    if (typeof body === 'string' || Buffer.isBuffer(body))
      request.setHeader('Content-Length', Buffer.byteLength(body)).end(body);
    else {
      for (const chunk of body ?? []) request.write(chunk);
      request.end();
    }
  });
}

function sendRaw(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });
}
