import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { counting } from '../jobs/counting.js';
import { letters } from '../../support/features/letters.js';
import { lettersChannel } from '../../support/features/letters-channel.js';
import { startReceiver, type Receiver } from '../outbox/receiver.js';
import { type Collector, type Received, startCollector } from './collector.js';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SERVER = 2;

let [app, collector, receiver]: [TestApp?, Collector?, Receiver?] = [];
const requests: { request(name: string): Promise<void> }[] = [];

beforeAll(async () => {
  // Spans are sent together, every five seconds unless this is set.
  vi.stubEnv('OTEL_BSP_SCHEDULE_DELAY', '100');
  collector = await startCollector();
  receiver = await startReceiver();
  app = await startTestApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_SERVICE_NAME: 'a-site',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
    features: [
      letters(lettersChannel(receiver.url)),
      counting(
        async () => undefined,
        ({ jobs }) => void requests.push(jobs),
      ),
    ],
  });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await app?.close();
  await receiver?.close();
  await collector?.close();
});

const started = () => {
  if (app === undefined || collector === undefined) throw new Error('not started');
  return { app, collector };
};

/** Returns the spans of the request with that id once they have arrived, the request first. */
async function traceOf(requestId: string | null): Promise<readonly Received[]> {
  const {
    collector: { spans },
  } = started();
  const root = (): Received | undefined =>
    spans.find(({ attributes }) => attributes['cms.request_id'] === requestId);
  await expect.poll(() => root(), { interval: 100 }).toBeDefined();
  const request = root();
  if (request === undefined) return [];
  // Work after the response may end before the client has the response.
  return [
    request,
    ...spans.filter(({ traceId, spanId }) => traceId === request.traceId && spanId !== request.spanId),
  ];
}

const named = (spans: readonly Received[], name: string): Received | undefined =>
  spans.find((span) => span.name === name);

describe('a trace', () => {
  test('covers the request, its use case and its statements, whose texts contain no values', async () => {
    const { app: served, collector: all } = started();
    const { '@id': iri } = await served.create('/_/layouts', {
      reference: 'spoken-secret',
      uiComponent: 'A',
    });
    const { headers } = await served.get(iri);
    const spans = await traceOf(headers.get('x-request-id'));
    const request = named(spans, 'GET /_/layouts/{id}');
    const useCase = named(spans, 'readItem Layout');
    const statement = named(spans, 'SELECT');
    expect(request).toMatchObject({
      kind: SERVER,
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/_/layouts/{id}',
        'http.response.status_code': 200,
      },
    });
    expect(useCase?.parentSpanId).toBe(request?.spanId);
    expect(statement?.parentSpanId).toBe(useCase?.spanId);
    expect(statement?.attributes['db.query.text']).toMatch(/^select /);
    expect(all.text).not.toContain('spoken-secret');
    expect(all.text).not.toContain(iri.slice(-36));
  });

  test('continues that of the caller', async () => {
    const { app: served } = started();
    const { headers } = await served.get('/_/layouts', {
      headers: { traceparent: `00-${TRACE}-${CALLER}-01` },
    });
    const spans = await traceOf(headers.get('x-request-id'));
    expect(named(spans, 'GET /_/layouts')).toMatchObject({ traceId: TRACE, parentSpanId: CALLER });
  });

  test('of a write continues in the delivery of its messages', async () => {
    const {
      app: served,
      collector: { spans },
    } = started();
    const { '@id': layout } = await served.create('/_/layouts', { reference: 'told', uiComponent: 'A' });
    const page = { reference: 'told', uiComponent: 'A', title: 'Told', isTemplate: false, layout };
    const { headers, status } = await served.post('/_/pages', page, { as: 'admin' });
    expect(status).toBe(201);
    const write = await traceOf(headers.get('x-request-id'));
    const traceId = write[0]?.traceId;
    const delivery = (): Received | undefined =>
      spans.find((span) => span.name === 'deliver letters' && span.traceId === traceId);
    await expect.poll(delivery, { interval: 100 }).toBeDefined();
    expect(delivery()?.attributes['cms.outcome']).toBe('sent');
    // It continues what appended the message: a span of the write.
    expect(write.map(({ spanId }) => spanId)).toContain(delivery()?.parentSpanId);
  });

  test('of a job is that of its delivery', async () => {
    const {
      collector: { spans },
    } = started();
    await requests[0]?.request('count-files');
    const job = (): Received | undefined => named(spans, 'job count-files');
    await expect.poll(job, { interval: 100 }).toBeDefined();
    const parent = spans.find(({ spanId }) => spanId === job()?.parentSpanId);
    expect(parent?.name).toBe('deliver jobs');
  });

  test('contains the code of an error, and marks a request that matched nothing', async () => {
    const { app: served } = started();
    const refused = await served.post('/_/layouts', {}, { as: 'anonymous' });
    const [request] = await traceOf(refused.headers.get('x-request-id'));
    expect(request?.attributes['http.response.status_code']).toBe(refused.status);
    expect(request?.attributes['error.type']).toMatch(/^[A-Z]+\.[A-Z_]+$/);
    const lost = await served.get('/nowhere/secret-path');
    expect((await traceOf(lost.headers.get('x-request-id')))[0]?.name).toBe('GET');
    expect(started().collector.text).not.toContain('secret-path');
  });

  test('excludes background statements: polling for messages is not traced', () => {
    const { spans } = started().collector;
    const roots = spans.filter(({ parentSpanId = '' }) => parentSpanId === '');
    expect(roots.filter(({ name }) => /^(SELECT|INSERT|UPDATE|DELETE|COMMIT|WITH)$/.test(name))).toEqual([]);
  });

  test('names the service as the environment does', () => {
    expect(started().collector.resource).toMatchObject({
      'service.name': 'a-site',
      'deployment.environment.name': 'test',
    });
  });
});

test('OTEL_SDK_DISABLED disables traces', async () => {
  const {
    collector: { url },
  } = started();
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' };
  const other = await startTestApp({ env });
  expect(other.config.traces.isOn).toBe(false);
  await other.close();
});
