import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVALIDATION } from '../../../runtime/features/caching/invalidation/invalidation.js';
import { createBuilders } from '../../support/builders.js';
import { freePort } from '../../support/free-port.js';
import { hasRedis, type RedisServer, startRedis } from '../../support/redis-server.js';
import type { TestApp } from '../../support/test-app.js';
import { isKeeping, startCachingApp, untilKept } from './support.js';

const ADMIN = { as: 'admin' } as const;
const title = hasRedis
  ? 'processes that notify each other over Redis'
  : `processes on Redis (skipped: there is no Redis)`;

describe.skipIf(!hasRedis)(title, () => {
  let port = 0;
  let redis: RedisServer;
  let writer: TestApp;
  let app: TestApp;
  let page: string;
  beforeAll(async () => {
    port = await freePort();
    redis = await startRedis(port);
    const env = { REDIS_URL: `redis://127.0.0.1:${port}` };
    writer = await startCachingApp({ env });
    app = await startCachingApp({ env, databaseUrl: writer.config.database.url });
    page = (await createBuilders(writer).aPage({ title: '0' }))['@id'];
  });
  afterAll(async () => {
    await app.close();
    await writer.close();
    await redis.stop();
  });

  const write = async (text: string): Promise<void> => {
    expect((await writer.patch(page, { title: text }, ADMIN)).status).toBe(200);
  };
  const titleSeen = async (): Promise<string> => String((await app.get(page)).body.title);

  test('invalidate what another process has written, and keep the rest', async () => {
    await untilKept(app, page);
    await write('written elsewhere');
    await expect.poll(titleSeen).toBe('written elsewhere');
    await untilKept(app, page);
  });

  test('cache nothing while Redis is unavailable, and invalidate everything when it is back', async () => {
    await untilKept(app, page);
    await redis.stop();
    await expect.poll(async () => await app.app.get(INVALIDATION).isCurrent()).toBe(false);
    await write('written without it');
    expect(await titleSeen()).toBe('written without it');
    redis = await startRedis(port);
    await isKeeping(app);
    expect(await titleSeen()).toBe('written without it');
    await untilKept(app, page);
    await isKeeping(writer);
    await write('written again');
    await expect.poll(titleSeen).toBe('written again');
  });
});
