import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import type { TcpProxy } from '../../support/tcp-proxy.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { proxyTo } from '../failures/breakable-database.js';
import { acceptedOf, append, aSender, metricsOf } from './outbox-fixture.js';

// A file does not go away.
describe.skipIf(testDatabaseName() === 'sqlite')('a database that goes away', () => {
  let writer: TestApp;
  let url = '';
  let proxy: TcpProxy;
  beforeAll(async () => {
    writer = await startTestApp();
    ({ url, proxy } = await proxyTo(writer.app.config.database.url));
  });
  afterAll(async () => {
    await proxy.close();
    await writer.close();
  });

  test('while a delivery is under way loses no message and changes no order', async () => {
    const { receiver } = await aSender(url, { timeoutMs: 60_000 });
    receiver.judge(() => 'hang');
    await append(writer, ['a', '1'], ['a', '2']);
    await expect.poll(() => receiver.letters.length).toBe(1);
    await proxy.cut();
    receiver.judge(() => 200);
    receiver.release(200);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1']);
    // Others still write.
    await append(writer, ['a', '3']);
    await proxy.restore();
    // At least once each, and never behind a later one.
    await expect.poll(() => [...new Set(acceptedOf(receiver, 'a'))]).toEqual(['1', '2', '3']);
    expect(acceptedOf(receiver, 'a')).toEqual([...acceptedOf(receiver, 'a')].sort());
    await expect.poll(() => metricsOf(writer)).toBeUndefined();
  });
});
