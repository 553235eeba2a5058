import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import type { TcpProxy } from '../../support/tcp-proxy.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { proxyTo } from '../failures/breakable-database.js';
import { outboxMessageTable } from '../../../runtime/kernel/outbox/tables.js';
import { acceptedOf, append, aSender, emptyOutbox, metricsOf } from './outbox-fixture.js';

// A file database cannot become unavailable.
describe.skipIf(testDatabaseName() === 'sqlite')('a database that becomes unavailable', () => {
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

  test('during a delivery loses no message and changes no order', async () => {
    const { receiver } = await aSender(url, { timeoutMs: 60_000 });
    receiver.evaluate(() => 'hang');
    await append(writer, ['a', '1'], ['a', '2']);
    await expect.poll(() => receiver.letters.length).toBe(1);
    await proxy.cut();
    receiver.evaluate(() => 200);
    receiver.release(200);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1']);
    // Other processes still write.
    await append(writer, ['a', '3']);
    await proxy.restore();
    // Each arrives at least once, and never after a later one.
    await expect.poll(() => [...new Set(acceptedOf(receiver, 'a'))]).toEqual(['1', '2', '3']);
    expect(acceptedOf(receiver, 'a')).toEqual([...acceptedOf(receiver, 'a')].sort());
    await expect.poll(() => metricsOf(writer)).toBeUndefined();
  });
});

describe('a receiver that is available again after a long time', () => {
  let writer: TestApp;
  let url = '';
  beforeAll(async () => {
    writer = await startTestApp();
    url = writer.app.config.database.url;
  });
  afterAll(() => writer.close());
  beforeEach(() => emptyOutbox(writer));

  /** Messages are dropped before the retry delay of their own failures ends. */
  const SETTINGS = { expiryMs: 25_000 };
  const keys = Array.from({ length: 20 }, (_none, index) => `key ${index}`);

  /** Appends messages that have failed so often that the next failure delays them by a minute. */
  async function appendFailed(failed: readonly string[]): Promise<void> {
    const { database } = writer.app;
    await append(writer, ...failed.map((key) => [key, 'late'] as const));
    await database.transaction((session) =>
      session.run(`update ${database.table(outboxMessageTable.name)} set attempts = 10`, {}),
    );
  }

  test('gets all waiting messages after the first successful delivery', async () => {
    await appendFailed(keys);
    let isAway = true;
    const { app, receiver } = await aSender(url, SETTINGS, () => (isAway ? 503 : 200));
    await expect.poll(() => new Set(receiver.letters.map(({ key }) => key)).size).toBe(keys.length);
    isAway = false;
    await append(writer, ['new', '1']);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0 });
    expect(receiver.accepted).toHaveLength(keys.length + 1);
  });

  test('is detected even if no new message is sent', async () => {
    await appendFailed(['only']);
    let isAway = true;
    const { app, receiver } = await aSender(url, SETTINGS, () => (isAway ? 503 : 200));
    await expect.poll(() => receiver.letters.length).toBeGreaterThan(1);
    isAway = false;
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0 });
    expect(acceptedOf(receiver, 'only')).toEqual(['late']);
  });

  test('is not contacted with each delivery for messages that it rejects', async () => {
    await appendFailed(['refused']);
    const { app, receiver } = await aSender(url, {}, ({ key }) => (key === 'refused' ? 503 : 200));
    await expect.poll(() => receiver.letters.length).toBe(1);
    for (const [index, key] of keys.entries()) {
      await append(app, [key, '1']);
      await expect.poll(() => receiver.accepted.length).toBe(index + 1);
    }
    const refused = receiver.letters.filter(({ key }) => key === 'refused').length;
    expect(refused).toBeLessThan(keys.length / 2);
  });
});
