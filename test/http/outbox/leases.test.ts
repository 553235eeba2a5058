import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { outboxLeaseTable } from '../../../runtime/kernel/outbox/tables.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { OutboxChannel } from '../../../runtime/kernel/contract/features/outbox.js';
import { letters } from '../../support/features/letters.js';
import { acceptedOf, append, aSender, emptyOutbox, metricsOf } from './outbox-fixture.js';

/** A delivery may take a hundred times as long as its lease. */
const LONG = { timeoutMs: 60_000, leaseMs: 600 };
/** More renewals than fit into the time after which a lease counts as abandoned. */
const MANY = 40;

let writer: TestApp;
let url = '';
beforeAll(async () => {
  writer = await startTestApp();
  url = writer.app.config.database.url;
});
beforeEach(() => emptyOutbox(writer));
afterAll(() => writer.close());

async function token(): Promise<string | undefined> {
  const { database } = writer.app;
  const row = await database.first<{ readonly token: string }>(
    `select l.token as token from ${database.table(outboxLeaseTable.name)} l where l.channel = 'letters'`,
  );
  return row?.token;
}

test('a long delivery keeps its key, and no other process starts it in the meantime', async () => {
  const senders = [await aSender(url, LONG), await aSender(url, LONG)];
  for (const { receiver } of senders) receiver.evaluate(() => 'hang');
  const sent = (): number => senders.reduce((sum, { receiver }) => sum + receiver.letters.length, 0);
  await append(writer, ['a', '1']);
  await expect.poll(sent).toBe(1);
  const tokens = new Set<string | undefined>();
  while (tokens.size < MANY) {
    tokens.add(await token());
    await sleep(20);
  }
  expect(tokens).not.toContain(undefined);
  expect(sent()).toBe(1);
  for (const { receiver } of senders) receiver.release(200);
  await expect.poll(() => metricsOf(writer)).toBeUndefined();
  expect(senders.flatMap(({ receiver }) => acceptedOf(receiver, 'a'))).toEqual(['1']);
});

test('a delivery whose key another process has taken over is stopped, and completes nothing', async () => {
  const { app, receiver } = await aSender(url, LONG);
  receiver.evaluate(() => 'hang');
  await append(app, ['a', '1']);
  await expect.poll(() => receiver.letters.length).toBe(1);
  const other = '3f0a4ad5-5a5c-4a52-9d5e-1c1d3c6f7a10';
  const { database } = writer.app;
  await database.transaction(async (session) => {
    const table = session.table(outboxLeaseTable.name);
    await session.run(`update ${table} set token = :other where channel = 'letters'`, { other });
  });
  await expect.poll(() => metricsOf(app)).toMatchObject({ failed: 1, pending: 1 });
  expect(await token()).toBe(other);
});

test.each([
  { which: 'short', settings: { timeoutMs: 300 } },
  { which: 'renewed', settings: { timeoutMs: 60_000, leaseMs: 300 } },
])(
  'a process that was suspended within a $which delivery detects that others may have its key, before any signal ends',
  async ({ settings }) => {
    const seen: object[] = [];
    const channel: OutboxChannel = {
      name: 'letters',
      ...settings,
      deliver(_messages, signal, isLate) {
        const before = isLate();
        // Blocks the whole process, as if it were suspended.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
        seen.push({ before, after: isLate(), aborted: signal.aborted });
        return Promise.resolve({ kind: 'sent' });
      },
    };
    const app = await startTestApp({ features: [letters(channel)], databaseUrl: url });
    onTestFinished(() => app.close());
    await append(app, ['a', '1']);
    await expect.poll(() => seen).toEqual([{ before: false, after: true, aborted: false }]);
  },
);
