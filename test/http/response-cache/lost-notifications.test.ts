import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { INVALIDATION } from '../../../runtime/features/caching/invalidation/invalidation.js';
import { createBuilders } from '../../support/builders.js';
import { testDatabaseName } from '../../support/database.js';
import { createTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';
import type { TestApp } from '../../support/test-app.js';
import { isKeeping, isKept, keepingLog, startCachingApp, untilKept } from './support.js';

const ADMIN = { as: 'admin' } as const;
const { log, entries } = keepingLog();

/** PostgreSQL only: the other databases are checked before each use of the cache. */
describe.runIf(testDatabaseName() === 'postgres')(
  'a process that loses its connection to the database',
  () => {
    /** Writes with a connection of its own. */
    let writer: TestApp;
    let proxy: TcpProxy;
    let app: TestApp;
    let page: string;
    beforeAll(async () => {
      writer = await startCachingApp();
      const url = new URL(writer.config.database.url);
      proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
      url.host = `127.0.0.1:${proxy.port}`;
      app = await startCachingApp({ databaseUrl: url.href, log });
      page = (await createBuilders(writer).aPage({ title: '0' }))['@id'];
    });
    afterEach(async () => {
      proxy.resume();
      await isKeeping(app);
    });
    afterAll(async () => {
      await app.close();
      await proxy.close();
      await writer.close();
    });

    const write = async (title: string): Promise<void> => {
      expect((await writer.patch(page, { title }, ADMIN)).status).toBe(200);
    };
    const titleSeen = async (): Promise<string> => String((await app.get(page)).body.title);

    /** Reads until the cache is used again; no response may be older than the writes before it. */
    const expectNothingStale = async (title: string): Promise<void> => {
      for (;;) {
        const isOn = await app.app.get(INVALIDATION).isCurrent();
        const { status, body } = await app.get(page);
        if (status === 200) expect(body.title).toBe(title);
        if (isOn) break;
        await sleep(10);
      }
      expect(await titleSeen()).toBe(title);
    };

    test('does not show the previous state of data written in the meantime', async () => {
      await untilKept(app, page);
      await proxy.cut();
      await write('written while it was cut');
      await proxy.restore();
      await expectNothingStale('written while it was cut');
    });

    test('and gets no notification shows nothing older than a second', async () => {
      await untilKept(app, page);
      proxy.pause();
      const over = performance.now() + 1000;
      await write('written into the silence');
      for (;;) {
        const requested = performance.now();
        if (app.app.get(INVALIDATION).isCurrent() === false) break;
        expect(requested).toBeLessThan(over);
        await sleep(10);
      }
      proxy.resume();
      await expectNothingStale('written into the silence');
    });

    test('logs it, and logs when the connection is back', async () => {
      entries.length = 0;
      await proxy.cut();
      await expect.poll(() => entries.map(({ msg }) => msg).join()).toContain('response cache disabled');
      await proxy.restore();
      await expect.poll(() => entries.map(({ msg }) => msg).join()).toContain('response cache enabled');
      expect(entries.filter(({ msg }) => msg.includes('response cache'))).toHaveLength(2);
    });
  },
);

describe('a process that has missed writes of others', () => {
  test.runIf(testDatabaseName() !== 'postgres')(
    'invalidates everything once old rows are deleted',
    async () => {
      const app = await startCachingApp();
      const other = await startCachingApp({ databaseUrl: app.config.database.url });
      try {
        const page = (await createBuilders(app).aPage({ title: 'before' }))['@id'];
        expect((await other.get(page)).body.title).toBe('before');
        expect(await isKept(other, page)).toBe(true);
        await app.patch(page, { title: 'after' }, ADMIN);
        await app.create('/_/layouts', { reference: 'latest', uiComponent: 'Primary' });
        const { database } = app.app;
        await database.transaction(async (session) => {
          const table = session.table('invalidation');
          const newest = await session.first<{ id: number }>(`select max(i.id) as id from ${table} i`);
          await session.run(`delete from ${table} where id < :id`, { id: Number(newest?.id) });
        });
        expect((await other.get(page)).body.title).toBe('after');
      } finally {
        await other.close();
        await app.close();
      }
    },
  );
});
