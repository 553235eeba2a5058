import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INVALIDATION } from '../../../runtime/features/caching/invalidation/invalidation.js';
import { createBuilders } from '../../support/builders.js';
import { freePort } from '../../support/free-port.js';
import type { TestApp } from '../../support/test-app.js';
import { isKeeping, startCachingApp, untilKept } from './support.js';

const ADMIN = { as: 'admin' } as const;
const PROGRAM = '/usr/bin/redis-server';
const isThere = await import('node:fs').then(({ existsSync }) => existsSync(PROGRAM));

async function startRedis(port: number): Promise<ChildProcess> {
  const server = spawn(
    PROGRAM,
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    {
      stdio: 'ignore',
    },
  );
  for (;;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.end());
    });
    if (isUp) return server;
    await sleep(20);
  }
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill();
  await ended;
}

const title = isThere
  ? 'processes that tell each other over Redis'
  : `processes on Redis (skipped: no ${PROGRAM})`;

describe.skipIf(!isThere)(title, () => {
  let port = 0;
  let redis: ChildProcess;
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
    await stop(redis);
  });

  const write = async (text: string): Promise<void> => {
    expect((await writer.patch(page, { title: text }, ADMIN)).status).toBe(200);
  };
  const titleSeen = async (): Promise<string> => String((await app.get(page)).body.title);

  test('drop what another one has written, and keep the rest', async () => {
    await untilKept(app, page);
    await write('written elsewhere');
    await expect.poll(titleSeen).toBe('written elsewhere');
    await untilKept(app, page);
  });

  test('keep nothing while it is away, and are told of everything when it is back', async () => {
    await untilKept(app, page);
    await stop(redis);
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
