import { afterEach, describe, expect, test } from 'vitest';
import type { LogEntry, Logger } from '../../../runtime/kernel/ports/logger.js';
import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import { createTestClock } from '../publishing/support.js';
import {
  arePublished,
  claimsOf,
  type RecordingHub,
  startRealtimeApp,
  startRecordingHub,
  startWithHub,
} from './support.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function start(
  options: TestAppOptions = {},
): Promise<{ app: TestApp; hub: RecordingHub; log: LogEntry[] }> {
  const log: LogEntry[] = [];
  const push = (entry: LogEntry): void => void log.push(entry);
  const logger: Logger = { error: push, warn: push, info: () => undefined, debug: () => undefined };
  const started = await startWithHub({ log: logger, ...options });
  opened.push(started.hub, started.app);
  return { ...started, log };
}

const metricsOf = async ({ app }: TestApp) =>
  (await app.outbox.metrics()).find(({ channel }) => channel === 'realtime');

const aGroup = (app: TestApp, reference: string) =>
  app.create('/_/component_groups', { reference, location: 'top' });

describe('a hub that is unavailable', () => {
  test.each([
    ['answers 500', 500],
    ['answers 429', 429],
    ['never answers', 'never'],
  ] as const)(
    'and %s fails, delays and loses no write; the newest state is sent once it is back',
    async (_what, how) => {
      const { app, hub } = await start();
      hub.answer(how);
      const group = await aGroup(app, 'first');
      for (const location of ['a', 'b', 'c', 'd'])
        expect((await app.patch(group['@id'], { location }, ADMIN)).status).toBe(200);
      await expect.poll(async () => (await metricsOf(app))?.pending).toBeGreaterThan(0);
      hub.answer(200);
      await arePublished(app);
      const received = hub.updates.map(({ data }) => data.location);
      expect(received.at(-1)).toBe('d');
      expect(await metricsOf(app)).toMatchObject({ pending: 0, dead: 0, dropped: 0 });
    },
  );
});

describe('a hub that rejects', () => {
  test('the token gets a new one, and after another rejection nothing until the cause may be fixed', async () => {
    const { app, hub, log } = await start();
    const bearers = new Set<string>();
    hub.answer(({ bearer }) => {
      bearers.add(bearer);
      return 401;
    });
    await aGroup(app, 'one');
    await aGroup(app, 'two');
    await expect.poll(() => JSON.stringify(log)).toContain('mercure.jwt.iss');
    expect(bearers.size).toBeGreaterThan(1);
    const text = JSON.stringify(log);
    expect(log.filter(({ msg }) => msg.includes('implements protocol')).length + 1).toBe(log.length);
    for (const bearer of bearers) expect(text).not.toContain(bearer);
    expect(await metricsOf(app)).toMatchObject({ pending: 2, dead: 0 });
  });

  test('one token gets the next one', async () => {
    const { app, hub } = await start();
    let refused = '';
    hub.answer(({ bearer }) => {
      refused ||= bearer;
      return bearer === refused ? 401 : 200;
    });
    await aGroup(app, 'one');
    await arePublished(app);
    expect(hub.updates.map(({ data }) => data.reference)).toEqual(['one']);
  });

  test.each([413, 400])(
    'an update with %d moves it to the dead letters, and the next ones are sent',
    async (status) => {
      const { app, hub } = await start();
      hub.answer(({ data }) => (data.reference === 'large' ? status : 200));
      const large = await aGroup(app, 'large');
      await aGroup(app, 'small');
      await expect.poll(async () => (await metricsOf(app))?.dead).toBe(1);
      await arePublished(app);
      expect(hub.updates.map(({ data }) => data.reference)).toContain('small');
      await app.patch(large['@id'], { reference: 'mended' }, ADMIN);
      await arePublished(app);
      expect(hub.updates.at(-1)?.data.reference).toBe('mended');
    },
  );

  test('by redirecting is not followed, because the token is for that hub only', async () => {
    const { app, hub } = await start();
    hub.answer(307);
    await aGroup(app, 'one');
    await expect.poll(async () => (await metricsOf(app))?.failed).toBeGreaterThan(0);
    expect(hub.updates).toEqual([]);
  });
});

describe('the token of the publisher', () => {
  test('permits only the updates of this service, for five minutes', async () => {
    const { app, hub } = await start();
    await aGroup(app, 'one');
    await arePublished(app);
    const claims = claimsOf(hub.updates[0]?.bearer ?? '');
    expect(claims.exp - claims.iat).toBe(300);
    expect(claims.authorization_details).toEqual([
      {
        type: 'https://mercure.rocks/authorization-detail',
        actions: ['publish'],
        topics: ['\\?', '\\?draft=1'].map((end) => ({
          match: `http://localhost:8000/_api/*${end}`,
          match_type: 'urlpattern',
        })),
      },
    ]);
  });

  test('is renewed before it expires, and if the clock is set back', async () => {
    const clock = createTestClock();
    const { app, hub } = await start({ clock });
    const bearers: string[] = [];
    for (const [index, minutes] of [0, 1, 4, -60].entries()) {
      clock.forward(minutes * 60_000);
      await aGroup(app, `group ${index}`);
      await arePublished(app);
      bearers.push(hub.updates.at(-1)?.bearer ?? '');
    }
    expect(bearers[1]).toBe(bearers[0]);
    expect(new Set(bearers).size).toBe(3);
  });
});

describe('the check of the hub at the start of the service', () => {
  const RIGHT = {
    resource: 'https://hub.example.com/hub',
    authorization_servers: ['http://localhost:8000'],
    mercure_cookie: '__Secure-mercure_access_token',
  };
  test.each([
    [{ ...RIGHT, resource: 'http://other' }, 'set resource_identifier of the hub to mercure.jwt.aud'],
    [{ ...RIGHT, authorization_servers: ['http://other'] }, 'set issuer of the hub to mercure.jwt.iss'],
    [{ ...RIGHT, mercure_cookie: 'other' }, 'set cookie_name of the hub to mercure.cookie_name'],
    [undefined, 'check that it implements protocol 1.0'],
  ])('reports mismatches: %j', async (metadata, advice) => {
    const hub = await startRecordingHub();
    opened.push(hub);
    if (metadata !== undefined) hub.describe(metadata);
    const log: string[] = [];
    const push = ({ msg }: LogEntry): void => void log.push(msg);
    const app = await startRealtimeApp({
      env: { MERCURE_URL: hub.url, MERCURE_PUBLIC_URL: RIGHT.resource },
      log: { error: push, warn: push, info: () => undefined, debug: () => undefined },
    });
    opened.push(app);
    await expect.poll(() => log.join('\n')).toContain(advice);
    expect(log).toHaveLength(1);
  });
});
