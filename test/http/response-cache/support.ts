import { request as openRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { INVALIDATION } from '../../../runtime/features/caching/invalidation/invalidation.js';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

/** Configuration that enables the cache. */
export const CACHE_ON: JsonObject = { response_cache: { max_bytes: 16_000_000 } };

/** Starts an application that caches responses, once it is ready to. */
export async function startCachingApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp({
    ...options,
    config: { http_cache: CACHE_ON, routable_security: null, ...options.config },
  });
  await isKeeping(app);
  return app;
}

/** Resolves once the application receives writes of other processes. */
export async function isKeeping({ app }: Pick<TestApp, 'app'>): Promise<void> {
  while (!(await app.get(INVALIDATION).isCurrent())) await sleep(10);
}

/** The parts that distinguish responses: everything but the request id and the time. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Reads the raw response, header by header. */
export function readRaw(
  { origin, config }: Pick<TestApp, 'origin' | 'config'>,
  path: string,
  {
    method = 'GET',
    headers = {},
  }: { readonly method?: string; readonly headers?: Record<string, string> } = {},
): Promise<RawAnswer> {
  const { apiPrefix } = config;
  const url = `${origin}${path.startsWith(`${apiPrefix}/`) ? '' : apiPrefix}${path}`;
  return new Promise((resolve, reject) => {
    const request = openRequest(url, { method, headers: { connection: 'close', ...headers } });
    request.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject).on('end', () => {
        const names = response.rawHeaders.filter((_text, index) => index % 2 === 0);
        const pairs = names.map((name, index) => [name, response.rawHeaders[2 * index + 1] ?? ''] as const);
        resolve({
          status: response.statusCode ?? 0,
          headers: pairs.filter(([name]) => name !== 'X-Request-Id' && name !== 'Date'),
          body: Buffer.concat(chunks).toString(),
        });
      });
    });
    request.end();
  });
}

/** Returns statements that read records, without those that check for invalidations. */
export const statementsOf = (app: TestApp): readonly string[] =>
  app.takeStatements().filter((sql) => !/[`"]\w*invalidation[`"] i/.test(sql));

/** Whether the response of a path comes from the cache. */
export async function isKept(
  app: TestApp,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  app.takeStatements();
  await readRaw(app, path, { headers });
  return statementsOf(app).length === 0;
}

/** Waits for notifications of recent writes that may still arrive. */
export async function untilKept(app: TestApp, path: string): Promise<void> {
  while (!(await isKept(app, path))) await sleep(10);
}

/** A logger that records its entries. */
export function keepingLog(): { readonly log: Logger; readonly entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const keep = (entry: LogEntry): void => void entries.push(entry);
  return { entries, log: { error: keep, warn: keep, info: keep, debug: keep } };
}
