import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { defineFeature } from '../../../runtime/kernel/feature.js';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/test-app.js';

const admin = { as: 'admin' } as const;
let pauseMs = 0;
let answered = 0;
/** Makes each response with a title slow, and counts them. */
const slow = defineFeature({
  name: 'slow-titles',
  representation: [
    {
      appliesTo: ({ name }) => name === 'Title',
      async extend() {
        if (pauseMs === 0) return;
        answered += 1;
        await sleep(pauseMs);
      },
    },
  ],
});
let app: TestApp;
afterEach(() => {
  pauseMs = 0;
  return app.close();
});

async function start(config: TestAppOptions['config'] = {}): Promise<void> {
  app = await startTestApp({ config, features: [slow] });
  await app.token('admin');
}

const reads = (path: string, count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `r${index}`, method: 'GET', path }));

const writes = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ...{ id: `w${index}`, method: 'POST', path: '/component/titles' },
    body: { title: `Title ${index}`, publishedAt: 'now' },
  }));

const countTitles = async (): Promise<number> =>
  (await app.get('/component/titles?perPage=1', admin)).body.totalItems as number;

/** Sends a batch and the other requests during it; returns the number of statements sent before each response. */
async function statementsUntil(
  operations: readonly object[],
  paths: readonly string[],
): Promise<{ readonly others: readonly number[]; readonly batch: number }> {
  let sent = 0;
  const count = (): number => (sent += app.takeStatements('and look-ups').length);
  count();
  sent = 0;
  const whole = app.post('/_/batch', { operations }, admin).then(({ status }) => ({ status, at: count() }));
  while (count() < 20) await sleep(1);
  const others = await Promise.all(
    paths.map(async (path) => {
      expect((await app.get(path, admin)).status).toBe(200);
      return count();
    }),
  );
  const { status, at } = await whole;
  expect(status).toBe(200);
  return { others, batch: at };
}

describe('while a batch of hundreds of operations runs', () => {
  test.each([
    ['reads', 500],
    ['writes', 200],
  ] as const)('health and a component are served in the middle of it (%s)', async (kind, count) => {
    await start();
    const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
    const operations = kind === 'reads' ? reads('/component/titles?perPage=10', count) : writes(count);
    const { others, batch } = await statementsUntil(operations, ['/_/health', iri]);
    expect(batch).toBeGreaterThan(count);
    for (const at of others) expect(at).toBeLessThan(batch / 2);
  });

  test.each([
    ['reads', 500],
    ['writes', 50],
  ] as const)(
    'limits.request_ms aborts its %s with 503, stores nothing, and skips the rest',
    async (kind, ms) => {
      await start({ limits: { request_ms: 3000 } });
      const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
      [pauseMs, answered] = [ms, 0];
      const operations = kind === 'reads' ? reads(iri, 500) : writes(500);
      const answer = await app.post('/_/batch', { operations }, admin);
      expect(answer).toMatchObject({
        status: 503,
        body: { detail: 'The request exceeded the time limit of the service.' },
      });
      await sleep(2 * ms);
      const done = answered;
      expect(done).toBeGreaterThan(0);
      expect(done).toBeLessThan(500);
      await sleep(3 * ms);
      expect(answered).toBe(done);
      pauseMs = 0;
      expect(await countTitles()).toBe(1);
    },
  );
});
