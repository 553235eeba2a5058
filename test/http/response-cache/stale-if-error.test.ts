import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { createBuilders } from '../../support/builders.js';
import { testDatabaseName } from '../../support/database.js';
import { type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { proxyTo } from '../failures/breakable-database.js';

const name = testDatabaseName();
const SECONDS = 600;
const admin = { as: 'admin' } as const;

/** A clock that the test sets forward. */
let skippedMs = 0;
const clock = { now: () => new Date(Date.now() + skippedMs) };
const configOf = (staleIfError: number): JsonObject => ({
  routable_security: null,
  limits: { statement_ms: 2500, lock_ms: 2500 },
  http_cache: { response_cache: { max_bytes: 1_000_000 }, stale_if_error: staleIfError },
});

async function aPage(app: TestApp, title: string): Promise<string> {
  return (await createBuilders(app).aPage({ title }))['@id'];
}

/** Requests the path until the response comes from the cache; computed and cached responses look the same. */
async function keep(app: TestApp, path: string): Promise<void> {
  await expect
    .poll(async () => {
      app.takeStatements();
      expect((await app.get(path)).status).toBe(200);
      // On MariaDB the newest number is read before a cached response is used.
      return app.takeStatements().filter((sql) => !sql.includes('invalidation'));
    })
    .toEqual([]);
}

const isFresh = async (app: TestApp, path: string): Promise<string> => {
  const { status, headers, body } = await app.get(path);
  return status === 200 && headers.get('warning') === null
    ? body.title
    : `${status} ${headers.get('warning')}`;
};

/** A way to make a database unavailable and available again. */
interface Away {
  take(): Promise<void> | void;
  giveBack(): Promise<void> | void;
}

function whileAway(
  start: () => Promise<{ readonly app: TestApp; readonly other: TestApp; readonly away: Away }>,
) {
  let app: TestApp;
  let other: TestApp;
  let away: Away;
  beforeAll(async () => {
    ({ app, other, away } = await start());
    await other.token('admin');
  });

  test('cached responses are served, marked and with their age, and nothing else is', async () => {
    const path = await aPage(app, 'kept');
    const unasked = await aPage(app, 'unasked');
    await keep(app, path);
    const { headers: before, text } = await app.get(path);
    expect(before.get('cache-control')).toContain(`, stale-if-error=${SECONDS}`);
    await away.take();
    try {
      await expect.poll(async () => (await app.get(path)).headers.get('warning')).toMatch(/^111 /);
      const { status, headers, text: stale } = await app.get(path);
      expect({ status, stale }).toEqual({ status: 200, stale: text });
      expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(0);
      expect(headers.get('cache-control')).toBe('max-age=0, public, s-maxage=0');
      const { status: same } = await app.get(path, {
        headers: { 'if-none-match': String(before.get('etag')) },
      });
      expect(same).toBe(304);
      expect((await app.get(path, admin)).status).toBe(503);
      expect((await app.get(unasked)).status).toBe(503);
      expect((await app.get('/_/health')).status).toBe(503);
    } finally {
      await away.giveBack();
    }
    await expect.poll(() => isFresh(app, path)).toBe('kept');
  });

  test('a response is served beyond s-maxage, but not for longer than configured', async () => {
    const path = await aPage(app, 'old');
    await keep(app, path);
    await away.take();
    try {
      skippedMs += (SECONDS - 60) * 1000;
      await expect.poll(async () => (await app.get(path)).status).toBe(200);
      expect(Number((await app.get(path)).headers.get('age'))).toBeGreaterThan(SECONDS - 100);
      skippedMs += 120_000;
      expect((await app.get(path)).status).toBe(503);
    } finally {
      await away.giveBack();
    }
    await expect.poll(() => isFresh(app, path)).toBe('old');
  });

  test('invalidated responses are never served', async () => {
    const path = await aPage(app, 'first');
    await keep(app, path);
    await app.patch(path, { title: 'second' }, admin);
    await away.take();
    try {
      expect((await app.get(path)).status).toBe(503);
    } finally {
      await away.giveBack();
    }
    await expect.poll(() => isFresh(app, path)).toBe('second');
  });

  test('writes of others in the meantime are applied before a cached response counts as fresh', async () => {
    const paths = await Promise.all(['a', 'b', 'c'].map((title) => aPage(app, title)));
    for (const path of paths) await keep(app, path);
    await away.take();
    try {
      await expect
        .poll(async () => (await app.get(String(paths[0]))).headers.get('warning'))
        .toMatch(/^111 /);
      // When the server is back, other processes write before this one receives their invalidations.
    } finally {
      await Promise.all([
        away.giveBack(),
        ...paths.map((path) =>
          expect.poll(async () => (await other.patch(path, { title: 'new' }, admin)).status).toBe(200),
        ),
      ]);
    }
    for (const path of paths) {
      const seen = new Set<string>();
      await expect
        .poll(async () => {
          const shown = await isFresh(app, path);
          seen.add(shown);
          return shown;
        })
        .toBe('new');
      expect([...seen].filter((shown) => ['a', 'b', 'c'].includes(shown))).toEqual([]);
    }
  });
}

describe.runIf(name !== 'sqlite')('http_cache.stale_if_error', () => {
  describe.runIf(name === 'mariadb' || name === 'mysql').each(['silent', 'gone'] as const)(
    'while the database of one process is %s',
    (how) => {
      const ends: (() => Promise<unknown>)[] = [];
      afterAll(async () => {
        for (const end of ends.reverse()) await end();
      });
      whileAway(async () => {
        const other = await startTestApp({ clock, config: configOf(SECONDS) });
        const { url, proxy } = await proxyTo(other.config.database.url);
        const app = await startTestApp({ clock, config: configOf(SECONDS), databaseUrl: url });
        ends.push(other.close, proxy.close, app.close);
        const away =
          how === 'silent'
            ? { take: proxy.pause, giveBack: proxy.resume }
            : { take: proxy.cut, giveBack: proxy.restore };
        return { app, other, away };
      });
    },
  );

  describe.runIf(name === 'postgres').each(['frozen', 'stopped'] as const)(
    'while the server is %s',
    (how) => {
      const ends: (() => Promise<unknown>)[] = [];
      afterAll(async () => {
        for (const end of ends.reverse()) await end();
      });
      whileAway(async () => {
        const server: OwnPostgres = await startOwnPostgres();
        const options = { clock, config: configOf(SECONDS), databaseUrl: server.url };
        const app = await startTestApp({ ...options, isEmpty: true });
        const other = await startTestApp(options);
        ends.push(server.remove, app.close, other.close);
        const away =
          how === 'frozen'
            ? { take: server.freeze, giveBack: server.thaw }
            : { take: server.stop, giveBack: server.start };
        return { app, other, away };
      });
    },
  );

  test('is disabled by default', async () => {
    const owner = await startTestApp({ config: configOf(0) });
    const { url, proxy } = await proxyTo(owner.config.database.url);
    const app = await startTestApp({ config: configOf(0), databaseUrl: url });
    try {
      const path = await aPage(app, 'kept');
      await keep(app, path);
      expect((await app.get(path)).headers.get('cache-control')).not.toContain('stale-if-error');
      await proxy.cut();
      await expect.poll(async () => (await app.get(path)).status).toBe(503);
    } finally {
      await app.close();
      await proxy.close();
      await owner.close();
    }
  });
});
