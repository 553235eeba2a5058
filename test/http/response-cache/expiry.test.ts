import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders, type Builders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { createTestClock, inMinutes, MINUTE } from '../publishing/support.js';
import { CACHE_ON, isKept, readRaw, startCachingApp } from './support.js';

const LD = { accept: 'application/ld+json' };
const clock = createTestClock();
let app: TestApp;
let build: Builders;
beforeAll(async () => {
  const config = { http_cache: CACHE_ON, cache_headers: { shared_max_age: 3600 }, routable_security: null };
  app = await startCachingApp({ clock, config });
  build = createBuilders(app);
  await app.token('admin');
});
afterAll(() => app.close());

/** Returns the address of a route that becomes live in some minutes. */
async function scheduledRoute(minutes: number): Promise<string> {
  const page = await build.aPage();
  const path = `/${crypto.randomUUID()}`;
  const body = { path, name: path, page: page['@id'], liveAt: inMinutes(minutes, clock) };
  return (await app.create('/_/routes', body))['@id'];
}

describe('a cached list that will include a route', () => {
  let route = '';
  beforeEach(async () => {
    route = await scheduledRoute(10);
  });
  const isListed = async (): Promise<boolean> => (await app.get('/_/routes')).text.includes(route);

  test('is stored until the route is live and no longer', async () => {
    expect(await isListed()).toBe(false);
    expect(await isKept(app, '/_/routes')).toBe(true);
    clock.forward(9 * MINUTE);
    expect(await isKept(app, '/_/routes')).toBe(true);
    clock.forward(MINUTE);
    expect(await isKept(app, '/_/routes')).toBe(false);
    expect(await isListed()).toBe(true);
  });

  test('is stored by shared caches for the remaining time', async () => {
    const secondsOf = async (): Promise<number> => {
      const { headers } = await readRaw(app, '/_api/_/routes', { headers: LD });
      return Number(/s-maxage=(\d+)/.exec(new Map(headers).get('Cache-Control') ?? '')?.[1]);
    };
    await secondsOf();
    const before = await secondsOf();
    expect(before).toBeGreaterThan(500);
    clock.forward(5 * MINUTE);
    expect(await isKept(app, '/_/routes')).toBe(true);
    expect(Math.abs(before - 300 - (await secondsOf()))).toBeLessThanOrEqual(1);
  });
});

describe('a cached response', () => {
  test('expires when shared caches must revalidate', async () => {
    const page = await build.aPage();
    await isKept(app, page['@id']);
    clock.forward(59 * MINUTE);
    expect(await isKept(app, page['@id'])).toBe(true);
    clock.forward(MINUTE);
    expect(await isKept(app, page['@id'])).toBe(false);
  });

  test('is not served after the clock was set back', async () => {
    const page = await build.aPage();
    await isKept(app, page['@id']);
    expect(await isKept(app, page['@id'])).toBe(true);
    clock.forward(-MINUTE);
    expect(await isKept(app, page['@id'])).toBe(false);
    clock.forward(MINUTE);
  });
});
