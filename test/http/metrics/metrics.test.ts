import { defineFeature } from 'cms-api-components';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isObserved, REQUEST_CHANNEL } from '../../../runtime/kernel/observation/channels.js';
import { freePort } from '../../support/free-port.js';
import { startTestApp } from '../../support/test-app.js';
import { CACHE_ON, isKeeping } from '../response-cache/support.js';
import { counting } from '../jobs/counting.js';
import { startMeasuredApp } from './metrics-fixture.js';

const LAYOUT = { reference: 'main', uiComponent: 'Primary' };

describe('GET /metrics', () => {
  test('counts requests by method, pattern and status, and never by address', async () => {
    const { app, scrape } = await startMeasuredApp();
    const { '@id': iri } = await app.create('/_/layouts', LAYOUT);
    for (let times = 0; times < 3; times += 1) await app.get(iri);
    await app.get('/_/layouts/00000000-0000-4000-8000-000000000000');
    await app.get('/nowhere/at/all');
    await app.get('/neither/here');
    const count = (labels: string): string => `cms_http_requests_total{${labels}}`;
    const layouts = 'method="GET",pattern="/_/layouts/{id}"';
    await expect.poll(async () => (await scrape()).get(count(`${layouts},status="404"`))).toBe(1);
    const samples = await scrape();
    expect(samples.get(count(`${layouts},status="200"`))).toBe(3);
    expect(samples.get(count('method="POST",pattern="/_/layouts",status="201"'))).toBe(1);
    expect(samples.get(count('method="GET",pattern="none",status="404"'))).toBe(2);
    expect(samples.get(`cms_http_request_duration_seconds_count{${layouts}}`)).toBe(4);
    expect([...samples.keys()].filter((name) => /nowhere|neither|[0-9a-f]{8}-/.test(name))).toEqual([]);
  });

  test('counts statements by kind, and reports the duration of statements and use cases', async () => {
    const { app, scrape } = await startMeasuredApp();
    const { '@id': iri } = await app.create('/_/layouts', LAYOUT);
    await app.get(iri);
    const samples = await scrape();
    for (const kind of ['read', 'write', 'commit'])
      expect(samples.get(`cms_statement_duration_seconds_count{kind="${kind}"}`)).toBeGreaterThan(0);
    expect(samples.get('cms_use_case_duration_seconds_count{use_case="readItem",outcome="ok"}')).toBe(1);
    expect(samples.get('cms_use_case_duration_seconds_count{use_case="create",outcome="ok"}')).toBe(1);
  });

  test('reports connections in use and waiting transactions', async () => {
    // Waiting transactions must not time out before the metrics are read.
    const { app, scrape } = await startMeasuredApp({ config: { limits: { lock_ms: 600_000 } } });
    const inUse = 'cms_pool_connections{pool="write",state="in_use"}';
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const begun: Promise<unknown>[] = [];
    const limit = (await scrape()).get('cms_pool_limit{pool="write"}') ?? 0;
    for (let count = 0; count < limit + 2; count += 1)
      begun.push(
        app.app.database.transaction(async (session) => {
          await session.all('select 1 as one');
          await held;
        }),
      );
    // The process itself may wait too, to read outbox messages.
    const waiting = async (): Promise<number> => (await scrape()).get('cms_pool_waiting{pool="write"}') ?? 0;
    try {
      // A server opens connections one after the other, and transactions wait for them.
      await expect.poll(async () => (await scrape()).get(inUse)).toBe(limit);
      await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    } finally {
      release();
      await Promise.all(begun);
    }
    await expect.poll(waiting).toBe(0);
    await expect.poll(async () => (await scrape()).get(inUse)).toBe(0);
  });

  test('counts cache hits, cache misses and invalidations', async () => {
    const { app, scrape } = await startMeasuredApp({ config: { http_cache: CACHE_ON } });
    await isKeeping(app);
    const { '@id': iri } = await app.create('/_/layouts', LAYOUT);
    const before = await scrape();
    const grown = async (name: string): Promise<number> =>
      ((await scrape()).get(name) ?? 0) - (before.get(name) ?? 0);
    await app.get(iri);
    await app.get(iri);
    await app.get(iri);
    expect(await grown('cms_response_cache_misses_total')).toBe(1);
    expect(await grown('cms_response_cache_hits_total')).toBe(2);
    expect(await grown('cms_response_cache_bytes')).toBeGreaterThan(500);
    expect(await grown('cms_response_cache_drops_total')).toBe(0);
    await app.patch(iri, { uiComponent: 'Secondary' }, { as: 'admin' });
    expect(await grown('cms_response_cache_drops_total')).toBeGreaterThan(0);
    expect((await scrape()).get('cms_response_cache_limit_bytes')).toBe(16_000_000);
  });

  test('reports waiting messages, with their age and channel', async () => {
    const { app, scrape } = await startMeasuredApp();
    await app.app.database.transaction((session) =>
      app.app.outbox.append(session, [{ channel: 'nobody', key: 'a', body: 1 }]),
    );
    const samples = await scrape();
    expect(samples.get('cms_outbox_waiting{channel="nobody"}')).toBe(1);
    expect(samples.get('cms_outbox_oldest_age_seconds{channel="nobody"}')).toBeGreaterThanOrEqual(0);
    expect(samples.get('cms_outbox_dead{channel="nobody"}')).toBe(0);
  });

  test('reports the results of jobs, and when each last succeeded', async () => {
    let fails = true;
    const work = async (): Promise<void> => {
      if (!fails) return;
      fails = false;
      throw new Error('the first time');
    };
    const jobs: { request(name: string): Promise<void> }[] = [];
    const feature = counting(work, (service) => void jobs.push(service.jobs));
    const { scrape } = await startMeasuredApp({ features: [feature] });
    await jobs[0]?.request('count-files');
    const ok = 'cms_job_duration_seconds_count{job="count-files",outcome="ok"}';
    await expect.poll(async () => (await scrape()).get(ok)).toBe(1);
    const samples = await scrape();
    expect(samples.get('cms_job_duration_seconds_count{job="count-files",outcome="failed"}')).toBe(1);
    expect(samples.get('cms_job_last_success_timestamp_seconds{job="count-files"}')).toBeGreaterThan(1e9);
    const deliveries = 'cms_outbox_delivery_duration_seconds_count{channel="jobs",outcome=';
    expect(samples.get(`${deliveries}"sent"}`)).toBe(1);
    expect(samples.get(`${deliveries}"retry"}`)).toBe(1);
  });

  test('counts sessions and throttled requests', async () => {
    const { app, scrape } = await startMeasuredApp();
    await app.token('admin');
    await app.token('user');
    for (let tries = 0; tries < 11; tries += 1)
      await app.post('/login', { username: 'nobody', password: 'wrong' });
    const samples = await scrape();
    expect(samples.get('cms_sessions_live')).toBe(2);
    expect([...samples].filter(([name]) => name.startsWith('cms_throttled_total'))).toEqual([
      ['cms_throttled_total{code="ACCOUNT.LOGIN_THROTTLED"}', 1],
    ]);
  });

  test('reports memory, CPU, event loop delay and version of the process', async () => {
    const samples = await (await startMeasuredApp()).scrape();
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_seconds',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      expect(samples.has(name)).toBe(true);
    expect([...samples.keys()].join('\n')).toMatch(/^cms_build_info\{version="\d/m);
  });

  test('queries the database only periodically, however often it is read', async () => {
    const { app, scrape } = await startMeasuredApp();
    await scrape();
    app.takeStatements();
    await Promise.all([scrape(), scrape(), scrape()]);
    expect(app.takeStatements()).toEqual([]);
  });

  test('includes metrics of custom features', async () => {
    const measure = {
      name: 'visits_total',
      help: 'Visits.',
      kind: 'counter',
      labels: ['site'],
      read: () => [{ value: 7, labels: { site: 'a' } }],
    } as const;
    const { scrape } = await startMeasuredApp({
      features: [defineFeature({ name: 'visits', metrics: [measure] })],
    });
    expect((await scrape()).get('cms_visits_total{site="a"}')).toBe(7);
  });

  test('omits unavailable values and reports them', async () => {
    const read = (): never => {
      throw new Error('broken');
    };
    const measure = { name: 'visits', help: 'Visits.', kind: 'gauge', read } as const;
    const { scrape } = await startMeasuredApp({
      features: [defineFeature({ name: 'visits', metrics: [measure] })],
    });
    await scrape();
    const samples = await scrape();
    expect(samples.has('cms_visits')).toBe(false);
    expect(samples.get('cms_metric_failures_total{metric="visits"}')).toBeGreaterThan(0);
    expect(samples.get('cms_pool_limit{pool="read"}')).toBeGreaterThan(0);
  });
});

describe('the metrics port', () => {
  test('serves nothing else, and the API has no metrics', async () => {
    const { app, origin } = await startMeasuredApp();
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(405);
    expect((await app.get('/metrics')).status).toBe(404);
    const { headers } = await fetch(`${origin}/metrics`);
    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  });

  test('is closed with the service', async () => {
    const port = await freePort();
    const app = await startTestApp({ env: { METRICS_PORT: String(port) } });
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(200);
    await app.close();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
  });

  test('prevents the start of a serving process if another program uses it', async () => {
    const { origin } = await startMeasuredApp();
    const port = new URL(origin).port;
    const other = await startTestApp({ env: { METRICS_PORT: port, ...PRODUCTION }, isServing: false });
    onTestFinished(() => other.close());
    await expect(other.app.startServing()).rejects.toThrow(/METRICS_PORT: cannot be opened on 127\.0\.0\.1/);
  });

  test('is closed if none is configured', async () => {
    const app = await startTestApp();
    onTestFinished(() => app.close());
    expect(app.config.metrics.port).toBeNull();
    expect(isObserved(REQUEST_CHANNEL)).toBe(false);
  });
});

/** Settings that production requires. */
const PRODUCTION = {
  NODE_ENV: 'production',
  ADMIN_PASSWORD: 'not the one of development',
  MAILER_FROM: 'cms@example.com',
  PUBLIC_URL: 'https://cms.example.com',
  CORS_ALLOW_ORIGIN: 'https://example.com',
  EMAIL_LINK_DEFAULT_ORIGIN: 'https://example.com',
};
