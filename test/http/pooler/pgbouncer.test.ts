import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVALIDATION } from '../../../runtime/features/caching/invalidation/invalidation.js';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { openDatabase } from '../../../runtime/adapters/persistence/database.js';
import {
  createMigrator,
  openMigrationConnection,
} from '../../../runtime/adapters/persistence/migrations/index.js';
import type { MigrationStatement } from '../../../runtime/kernel/contract/database/migration.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { defineScaffold, loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import { createBuilders } from '../../support/builders.js';
import { createTestDatabase, type TestDatabase, testDatabaseName } from '../../support/database.js';
import { hasPgbouncer, type Pgbouncer, startPgbouncer } from '../../support/pgbouncer.js';
import { createTcpProxy } from '../../support/tcp-proxy.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { isKeeping, keepingLog, startCachingApp, untilKept } from '../response-cache/support.js';

const ADMIN = { as: 'admin' } as const;
const isTested = testDatabaseName() === 'postgres' && hasPgbouncer;
const title = isTested ? 'behind PgBouncer' : 'behind PgBouncer (skipped: needs PostgreSQL and PgBouncer)';

describe.skipIf(!isTested)(title, () => {
  let database: TestDatabase;
  let pooler: Pgbouncer;
  const closing: (() => Promise<void>)[] = [];
  const kept = <Closed extends { close(): Promise<void> }>(closed: Closed): Closed => {
    closing.push(() => closed.close());
    return closed;
  };

  describe('in transaction mode', () => {
    let app: TestApp;
    beforeAll(async () => {
      database = await createTestDatabase();
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const name = new URL(database.url).pathname.slice(1);
      await client.query(`alter database ${name} set timezone to 'Asia/Kolkata'`);
      await client.end();
      // Few server connections for many connections of the service.
      pooler = await startPgbouncer(database.url, 'transaction', { default_pool_size: '3' });
      app = await startCachingApp({ databaseUrl: pooler.urlOf(database.url), isEmpty: true });
    });
    afterAll(async () => {
      for (const close of closing.splice(0).reverse()) await close();
      await app.close();
      await pooler.stop();
      await database.drop();
    });

    test('simultaneous writes and reads succeed', async () => {
      const { aPage } = createBuilders(app);
      const pages = await Promise.all(
        Array.from({ length: 12 }, (_none, index) => aPage({ title: `page ${index}` })),
      );
      const statuses = await Promise.all(
        pages.flatMap(({ '@id': page }, index) => [
          app.patch(page, { title: `again ${index}` }, ADMIN),
          app.get(page, ADMIN),
          app.get('/_/pages?perPage=5', ADMIN),
          app.post('/component/titles', { title: `title ${index}` }, ADMIN),
        ]),
      ).then((answers) => answers.map(({ status }) => status));
      expect(new Set(statuses)).toEqual(new Set([200, 201]));
      for (const [index, { '@id': page }] of pages.entries())
        expect((await app.get(page, ADMIN)).body.title).toBe(`again ${index}`);
    });

    test('dates read as they were written, whatever the time zone of the database', async () => {
      const { body } = await app.post(
        '/component/titles',
        { title: 'dated', publishedAt: '2020-03-04T05:06:07+00:00' },
        ADMIN,
      );
      const { body: read } = await app.get(String(body['@id']), ADMIN);
      expect(read.publishedAt).toBe('2020-03-04T05:06:07+00:00');
      const { body: list } = await app.get('/component/titles?title=dated', ADMIN);
      expect(JSON.stringify(list)).toContain('2020-03-04T05:06:07+00:00');
    });

    test('a scaffold loads, and changes nothing the second time', async () => {
      const scaffold = defineScaffold((site) => {
        const layout = site.layout('pooled', 'Primary');
        site.page('pooled', 'Primary', layout);
      });
      const load = async (): Promise<unknown> => {
        const store = await openScaffoldStore(app.app, SILENT_LOGGER);
        return (await loadScaffold(scaffold, { store, admin: app.config.admin })).report;
      };
      await load();
      expect(JSON.stringify(await load())).not.toContain('"created":1');
    });

    test('a job is stored, sent and run', async () => {
      const queued = kept(
        await startTestApp({ databaseUrl: app.config.database.url, config: { queue: 'database' } }),
      );
      expect((await queued.post('/_/orphaned_resources/scan', undefined, ADMIN)).status).toBe(202);
      await expect.poll(async () => (await queued.get('/_/orphaned_resources', ADMIN)).status).toBe(200);
    });

    test('simultaneous migrations run one after the other', async () => {
      const empty = kept(closable(await createTestDatabase()));
      const url = pooler.urlOf(empty.url);
      const runs = Array.from({ length: 4 }, () =>
        createMigrator({
          connect: () => openMigrationConnection(url),
          tablePrefix: 'turns_',
          migrations: [{ id: '0001_initial', up: [THING], down: [] }],
          log: SILENT_LOGGER,
        }).run(),
      );
      expect((await Promise.all(runs)).flat()).toEqual(['0001_initial']);
    });

    test('processes show what others write, including those with direct connections, and keep the rest', async () => {
      const other = kept(await startCachingApp({ databaseUrl: app.config.database.url }));
      const direct = kept(await startCachingApp({ databaseUrl: database.url }));
      const all = [app, other, direct];
      const page = (await createBuilders(app).aPage({ title: 'first' }))['@id'];
      for (const [round, writer] of [...all, ...all].entries()) {
        for (const reader of all) await untilKept(reader, page);
        expect((await writer.patch(page, { title: `round ${round}` }, ADMIN)).status).toBe(200);
        for (const reader of [app, other]) expect((await reader.get(page)).body.title).toBe(`round ${round}`);
        await expect.poll(async () => (await direct.get(page)).body.title).toBe(`round ${round}`);
      }
    });

    test('nothing is cached while a transaction may commit that began before rows were read', async () => {
      const empty = kept(closable(await createTestDatabase()));
      const direct = kept(await startCachingApp({ databaseUrl: empty.url, isEmpty: true }));
      const page = (await createBuilders(direct).aPage({ title: 'before' }))['@id'];
      let finish = (): void => undefined;
      const finished = new Promise<void>((resolve) => (finish = resolve));
      let begun = (): void => undefined;
      const hasBegun = new Promise<void>((resolve) => (begun = resolve));
      const writing = direct.app.database.transaction(async (session) => {
        await session.run(`update ${session.table('page')} set title = 'meanwhile'`);
        begun();
        await finished;
      });
      await hasBegun;
      const late = kept(await startTestApp({ databaseUrl: pooler.urlOf(empty.url), config: CACHING }));
      expect(await late.app.get(INVALIDATION).isCurrent()).toBe(false);
      expect((await late.get(page)).body.title).toBe('before');
      finish();
      await writing;
      expect((await late.get(page)).body.title).toBe('meanwhile');
      await isKeeping(late);
    });
  });

  test('in session mode statements are prepared', async () => {
    const own = await createTestDatabase();
    const session = await startPgbouncer(own.url, 'session');
    const opened = await openDatabase({ ...PLAIN, url: session.urlOf(own.url) });
    expect(opened.keepsSessions).toBe(true);
    await opened.close();
    await session.stop();
    await own.drop();
  });

  test('without a pooler statements are prepared, even behind a byte proxy', async () => {
    const own = await createTestDatabase();
    const url = new URL(own.url);
    const proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    for (const each of [own.url, url.href]) {
      const opened = await openDatabase({ ...PLAIN, url: each });
      expect(opened.keepsSessions).toBe(true);
      await opened.close();
    }
    await proxy.close();
    await own.drop();
  });

  test('in transaction mode is detected, busy or not, and in statement mode rejected with the reason', async () => {
    const own = await createTestDatabase();
    const busy = await startPgbouncer(own.url, 'transaction', {
      server_round_robin: '1',
      default_pool_size: '8',
    });
    const url = busy.urlOf(own.url);
    let isBusy = true;
    const clients = Array.from({ length: 6 }, async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      while (isBusy) await client.query('select pg_sleep(0.002)');
      await client.end();
    });
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const opened = await openDatabase({ ...PLAIN, url });
      expect(opened.keepsSessions).toBe(false);
      await opened.close();
    }
    isBusy = false;
    await Promise.all(clients);
    await busy.stop();
    const statement = await startPgbouncer(own.url, 'statement');
    await expect(openDatabase({ ...PLAIN, url: statement.urlOf(own.url) })).rejects.toThrow(
      /takes no transactions.*pool_mode/,
    );
    await statement.stop();
    await own.drop();
  });

  test('that is inserted while the service runs breaks no request, and is logged once', async () => {
    const { log, entries } = keepingLog();
    const own = await createTestDatabase();
    const late = await startPgbouncer(own.url, 'transaction');
    // Like a service that was started with a direct connection.
    const env = { DATABASE_POOLER: 'session' };
    const app = await startTestApp({ databaseUrl: late.urlOf(own.url), isEmpty: true, env, log });
    entries.length = 0; // at the start more than one process connects
    const { aPage } = createBuilders(app);
    for (let round = 0; round < 5; round += 1)
      await Promise.all(Array.from({ length: 5 }, (_none, index) => aPage({ title: `${round} ${index}` })));
    expect(entries.filter(({ msg }) => msg.includes('DATABASE_POOLER'))).toHaveLength(1);
    await app.close();
    await late.stop();
    await own.drop();
  });
});

const THING: MigrationStatement = {
  kind: 'createTable',
  table: {
    ...{ name: 'thing', columns: [{ name: 'id', type: 'integer', nullable: false }], primaryKey: ['id'] },
    ...{ indexes: [], foreignKeys: [] },
  },
};

const PLAIN = { tablePrefix: 'cms_', tables: [], log: SILENT_LOGGER };
const CACHING = { http_cache: { response_cache: { max_bytes: 16_000_000 } }, routable_security: null };

const closable = (database: TestDatabase) => ({ url: database.url, close: () => database.drop() });
