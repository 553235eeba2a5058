import { defineFeature } from 'cms-api-components';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { CACHE_ON, isKeeping } from '../response-cache/support.js';
import {
  FOR_EVER_MS,
  isTried,
  type Reader,
  type ReaderOptions,
  type ReplicatedSite,
  startReplicatedSite,
  withReason,
} from './replicated.js';

const ADMIN = { as: 'admin' } as const;
const LEFT = 'replica removed from rotation';
const USED = 'replica added to rotation';
const USED_AGAIN = 'replica returned to rotation';

/** Reads the layouts for minutes on a replica. */
const takingLongAtReplicas = defineFeature({
  name: 'taking-long-at-replicas',
  endpoints: ({ operations, database }) => [
    {
      method: 'GET',
      pattern: '/long-at-replicas',
      async handle({ context }) {
        const sql = `select count(*) as layouts, pg_sleep(case when pg_is_in_recovery() then 600 else 0 end) as slept
                     from ${database.table('layout')}`;
        const rows = await operations.sessionFor(context).all(sql);
        return { status: 200, body: { layouts: Number(rows[0]?.layouts) }, cache: 'none' };
      },
    },
  ],
});

/** Shows a layout in a response that is initially private and later cacheable. */
const keptLater = defineFeature({
  name: 'kept-later',
  endpoints: ({ operations, registry, iris }) => [
    {
      method: 'GET',
      pattern: '/kept-later/{id}',
      async handle({ context, parameters: { id = '' } }) {
        const layout = registry.require('Layout');
        const { record } = await operations.readItem(layout, id, context);
        const state = String(record.values.uiComponent);
        const cache = state === 'before' ? 'none' : 'public';
        return { status: 200, body: { state }, cache, tags: [iris.item(layout, id)] };
      },
    },
  ],
});

/** The number of layouts, in a response that is never cached. */
const neverKept = defineFeature({
  name: 'never-kept',
  endpoints: ({ operations, registry }) => [
    {
      method: 'GET',
      pattern: '/never-kept',
      async handle({ context }) {
        const session = operations.sessionFor(context);
        const list = await operations.readCollection(registry.require('Layout'), { session, context });
        return { status: 200, body: { total: list.totalItems }, cache: 'none' };
      },
    },
  ],
});

/** Each end and each restart of its use is logged once; a busy machine may have more of them than the test expects. */
function expectInTurn(reader: Reader): void {
  const notified = reader.notified();
  expect(notified.slice(0, 2)).toEqual([USED, LEFT]);
  expect(notified).toEqual(
    notified.map((_, index) => (index === 0 ? USED : index % 2 === 1 ? LEFT : USED_AGAIN)),
  );
}

describe.skipIf(!isTried)(withReason('DATABASE_REPLICA_URLS'), () => {
  let site: ReplicatedSite;
  let layouts = 0;
  beforeAll(async () => {
    site = await startReplicatedSite();
  });
  afterEach(() => site.resume());
  afterAll(() => site.close());

  const aReader = async (options?: ReaderOptions): Promise<Reader> => {
    const reader = await site.startReader(options);
    onTestFinished(() => reader.close());
    return reader;
  };
  /** Creates a layout and waits until the replica has it. */
  const aLayout = async (): Promise<string> => {
    const { '@id': iri } = await site.writer.create('/_/layouts', {
      reference: `layout ${(layouts += 1)}`,
      uiComponent: 'before',
    });
    return iri;
  };
  const change = async (iri: string, uiComponent: string, app = site.writer): Promise<void> =>
    void expect((await app.patch(iri, { uiComponent }, ADMIN)).status).toBe(200);
  const shown = async (reader: Reader, iri: string, options = {}): Promise<unknown> =>
    (await reader.get(iri, options)).body.uiComponent;
  /** Reads until the replica responds. */
  const untilAt = async (reader: Reader, iri: string): Promise<void> => {
    const before = reader.state().chosen;
    while (reader.state().chosen === before) {
      expect((await reader.get(iri)).status).toBeLessThan(500);
      await sleep(10);
    }
  };

  describe('a replica within the bound', () => {
    test('serves anonymous reads, items and lists, and no other requests', async () => {
      const reader = await aReader({ maxLagMs: FOR_EVER_MS });
      const iri = await aLayout();
      await untilAt(reader, iri);
      await site.pause();
      await change(iri, 'after');
      expect(await shown(reader, iri)).toBe('before');
      const list = await reader.get('/_/layouts');
      expect(JSON.stringify(list.body)).not.toContain('after');
      expect(await shown(reader, iri, ADMIN)).toBe('after');
      expect(await shown(reader, iri, { as: 'user' })).toBe('after');
    });

    test("is not used by writes, nor before it has this process's own writes", async () => {
      const reader = await aReader({ maxLagMs: FOR_EVER_MS });
      const iri = await aLayout();
      await untilAt(reader, iri);
      await site.pause();
      await change(iri, 'elsewhere');
      expect(await shown(reader, iri)).toBe('before');
      await change(iri, 'here', reader);
      expect(await shown(reader, iri)).toBe('here');
      await site.resume();
      await untilAt(reader, iri);
      expect(await shown(reader, iri)).toBe('here');
    });

    test('checks visibility itself', async () => {
      const reader = await aReader({ maxLagMs: FOR_EVER_MS });
      const { '@id': iri } = await site.writer.create('/component/titles', { title: 'draft' });
      await untilAt(reader, await aLayout());
      await site.pause();
      await site.writer.patch(iri, { publishedAt: '2020-01-01T00:00:00Z' }, ADMIN);
      expect((await reader.get(iri)).status).not.toBe(200);
      expect((await reader.get(iri, ADMIN)).status).toBe(200);
      expect(reader.state().failed).toBe(0);
    });

    test('does not affect the health of the service', async () => {
      const reader = await aReader({ maxLagMs: FOR_EVER_MS });
      const { chosen } = reader.state();
      expect((await reader.get('/_/health')).status).toBe(200);
      expect(reader.state().chosen).toBe(chosen);
    });
  });

  describe('a replica that lags, does not respond or is unavailable', () => {
    test('is removed while it lags, which is logged once, and used again', async () => {
      const reader = await aReader();
      const iri = await aLayout();
      await untilAt(reader, iri);
      await site.pause();
      await change(iri, 'after');
      await expect.poll(() => shown(reader, iri)).toBe('after');
      await expect.poll(() => reader.state().isInUse).toBe(false);
      expectInTurn(reader);
      await site.resume();
      await expect.poll(() => reader.state().isInUse).toBe(true);
      expectInTurn(reader);
      await untilAt(reader, iri);
    });

    test.each([
      ['frozen', () => site.replica.freeze(), () => site.replica.thaw()],
      ['killed', () => site.replica.kill(), () => site.replica.start()],
    ] as const)('fails no read when it is %s', async (_name, breakIt, mendIt) => {
      const reader = await aReader();
      const iri = await aLayout();
      await untilAt(reader, iri);
      const answers: number[] = [];
      let isOver = false;
      const reading = Promise.all(
        Array.from({ length: 4 }, async () => {
          while (!isOver) answers.push((await reader.get(iri)).status);
        }),
      );
      await breakIt();
      try {
        await expect.poll(() => reader.state().isInUse).toBe(false);
        const { length } = answers;
        await expect.poll(() => answers.length).toBeGreaterThan(length + 8);
      } finally {
        await mendIt();
      }
      await expect.poll(() => reader.state().isInUse).toBe(true);
      await untilAt(reader, iri);
      isOver = true;
      await reading;
      expect(new Set(answers)).toEqual(new Set([200]));
      expectInTurn(reader);
    });

    test('fails no read that it cancels because of replication', async () => {
      const reader = await aReader({ features: [takingLongAtReplicas] });
      await untilAt(reader, await aLayout());
      const answer = reader.get('/long-at-replicas');
      const running =
        "select 1 from pg_stat_activity where state = 'active' and query like '%pg_sleep(case%'";
      await expect
        .poll(async () => (await site.askReplica(`${running} and pid <> pg_backend_pid()`)).length)
        .toBe(1);
      const { database } = site.writer.app;
      await database.transaction(async (session) => {
        await session.run(`lock table ${database.table('layout')} in access exclusive mode`);
      });
      expect((await answer).status).toBe(200);
      expect(reader.state().failed).toBe(1);
    });

    test('does not prevent the start, and is used once it responds', async () => {
      await site.replica.stop();
      const reader = await aReader({ isUnused: true });
      const iri = await aLayout();
      expect(await shown(reader, iri)).toBe('before');
      await site.replica.start();
      await expect.poll(() => reader.state().isInUse).toBe(true);
      await untilAt(reader, iri);
    });

    test('is removed if it replicates from no other server', async () => {
      const reader = await aReader({ isUnused: true, env: { DATABASE_REPLICA_URLS: site.primary.url } });
      await expect.poll(() => reader.notified()).toEqual([LEFT]);
      expect(await shown(reader, await aLayout())).toBe('before');
    });
  });

  describe('cached content', () => {
    test('comes from the database if the process caches it', async () => {
      const reader = await aReader({ maxLagMs: FOR_EVER_MS, config: { http_cache: CACHE_ON } });
      await isKeeping(reader);
      const iri = await aLayout();
      await expect.poll(() => shown(reader, iri)).toBe('before');
      await site.pause();
      await change(iri, 'after');
      await expect.poll(() => shown(reader, iri)).toBe('after');
      expect(reader.state().chosen).toBe(0);
    });

    test("excludes a replica's response that turns out to be cacheable", async () => {
      const http_cache = CACHE_ON;
      const reader = await aReader({ maxLagMs: FOR_EVER_MS, config: { http_cache }, features: [keptLater] });
      await isKeeping(reader);
      const iri = await aLayout();
      const address = `/kept-later/${iri.slice(iri.lastIndexOf('/') + 1)}`;
      const state = async (): Promise<unknown> => (await reader.get(address)).body.state;
      // The process must first detect that nothing of it is cached.
      while (reader.state().chosen === 0) expect(await state()).toBe('before');
      await change(iri, 'kept');
      await expect.poll(state).toBe('kept');
      await site.pause();
      await change(iri, 'dropped');
      await expect.poll(state).toBe('dropped');
    });

    test("excludes a replica's total", async () => {
      const http_cache = CACHE_ON;
      const reader = await aReader({ maxLagMs: FOR_EVER_MS, config: { http_cache }, features: [neverKept] });
      await isKeeping(reader);
      const total = async (options = {}): Promise<number> =>
        Number((await reader.get('/never-kept', options)).body.total);
      while (reader.state().chosen === 0) await total();
      const before = await total();
      await site.pause();
      await aLayout();
      // This process is notified, and stops reading from the replica.
      await expect.poll(() => total(ADMIN)).toBe(before + 1);
      expect(await total()).toBe(before);
      expect(await total(ADMIN)).toBe(before + 1);
    });

    test('comes from the database, like all reads, if a purger invalidates responses', async () => {
      const reader = await aReader({
        maxLagMs: FOR_EVER_MS,
        config: { http_cache: { purger: 'varnish-xkey', urls: ['http://127.0.0.1:9'] } },
      });
      const iri = await aLayout();
      await site.pause();
      await change(iri, 'after');
      expect(await shown(reader, iri)).toBe('after');
      expect(reader.state().chosen).toBe(0);
    });
  });
});
