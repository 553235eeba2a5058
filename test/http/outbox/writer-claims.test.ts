import { tracingChannel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { StatementMessage } from '../../../runtime/kernel/observation/channels.js';
import { createBuilders } from '../../support/builders.js';
import { speaksMysql } from '../../support/database.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { acceptedOf, aSender, emptyOutbox, metricsOf } from './outbox-fixture.js';

let writer: TestApp;
let url = '';
beforeAll(async () => {
  writer = await startTestApp();
  url = writer.app.config.database.url;
});
afterAll(() => writer.close());
beforeEach(() => emptyOutbox(writer));

const ADMIN = { as: 'admin' } as const;

/** Records statements that read message bodies from now on. */
function readsOfMessages(): readonly string[] {
  const texts: string[] = [];
  const statements = tracingChannel<unknown, StatementMessage>('cms-api-components.statement');
  const listen = (message: unknown): void => {
    const { text } = message as StatementMessage; // no other process publishes there
    if (text.includes('m.body')) texts.push(text);
  };
  statements.start.subscribe(listen);
  onTestFinished(() => void statements.start.unsubscribe(listen));
  return texts;
}

async function createPages(app: TestApp, count: number): Promise<readonly string[]> {
  const { aPage } = createBuilders(app);
  const titles = Array.from({ length: count }, (_none, index) => `page ${index}`);
  await Promise.all(titles.map((title) => aPage({ title })));
  return titles;
}

describe('a write in a process that sends', () => {
  test.skipIf(speaksMysql())(
    'sends its message from memory if its sender has capacity (on PostgreSQL and SQLite)',
    async () => {
      const { app, receiver } = await aSender(url);
      const reads = readsOfMessages();
      const page = await createBuilders(app).aPage({ title: 'first' });
      await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, sent: 1 });
      await app.patch(page['@id'], { title: 'second' }, ADMIN);
      await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, sent: 2 });
      expect(receiver.accepted.flatMap(({ bodies }) => bodies)).toEqual(['first', 'second']);
      expect(reads).toEqual([]);
    },
  );

  test('sends nothing before an earlier message of the key that waits for a retry', async () => {
    const { app, receiver } = await aSender(url);
    let isFirst = true;
    receiver.evaluate(() => {
      const status = isFirst ? 500 : 200;
      isFirst = false;
      return status;
    });
    const page = await createBuilders(app).aPage({ title: 'first' });
    await expect.poll(() => metricsOf(app)).toMatchObject({ failed: 1 });
    await app.patch(page['@id'], { title: 'second' }, ADMIN);
    await expect.poll(() => receiver.accepted.flatMap(({ bodies }) => bodies)).toEqual(['first', 'second']);
  });

  test('sends nothing of a key that another process delivers', async () => {
    const [one, two] = [await aSender(url, { timeoutMs: 60_000 }), await aSender(url)];
    one.receiver.evaluate(() => 'hang');
    const page = await createBuilders(one.app).aPage({ title: 'first' });
    await expect.poll(() => one.receiver.letters.length).toBe(1);
    await two.app.patch(page['@id'], { title: 'second' }, ADMIN);
    await createBuilders(two.app).aPage({ title: 'of another key' });
    await expect
      .poll(() => two.receiver.accepted.flatMap(({ bodies }) => bodies))
      .toEqual(['of another key']);
    one.receiver.evaluate(() => 200);
    one.receiver.release(200);
    const key = one.receiver.letters[0]?.key ?? '';
    await expect
      .poll(() => [...acceptedOf(one.receiver, key), ...acceptedOf(two.receiver, key)])
      .toEqual(['first', 'second']);
  });

  test("sends at most the channel's number of messages at once, whatever the number of writers", async () => {
    const { app, receiver } = await aSender(url, { concurrency: 2 });
    const titles = await createPages(app, 40);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, sent: titles.length });
    expect(receiver.letters.flatMap(({ bodies }) => bodies).sort()).toEqual([...titles].sort());
    expect(receiver.most.ofAll).toBeLessThanOrEqual(2);
  });

  test('leaves messages to other processes while its own delivery takes long', async () => {
    const settings = { concurrency: 1, timeoutMs: 4000 };
    const [one, two] = [await aSender(url, settings), await aSender(url, settings)];
    one.receiver.evaluate(() => 'hang');
    const titles = await createPages(one.app, 4);
    await expect.poll(() => two.receiver.accepted.length).toBe(titles.length - 1);
    expect(one.receiver.letters.length).toBe(1);
  });

  test('sends later what it wrote while the channel rejected all messages', async () => {
    const { app, receiver } = await aSender(url, { concurrency: 1 }, () => 401);
    const titles = await createPages(app, 4);
    await expect.poll(() => receiver.letters.length).toBeGreaterThan(0);
    expect(await metricsOf(app)).toMatchObject({ pending: titles.length, sent: 0 });
    receiver.evaluate(() => 200);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, sent: titles.length });
    expect(receiver.accepted.flatMap(({ bodies }) => bodies).sort()).toEqual(titles);
  });

  test('releases unsent messages when it ends, for others to send immediately', async () => {
    const other = await aSender(url);
    const { app, receiver } = await aSender(url, { concurrency: 1, timeoutMs: 30_000 });
    receiver.evaluate(() => 'hang');
    await createBuilders(app).aPage({ title: 'first' });
    await expect.poll(() => receiver.letters.length).toBe(1);
    await createPages(app, 3);
    const closing = app.app.outbox.close();
    await expect.poll(() => other.receiver.accepted.length).toBe(3);
    receiver.release(200);
    await closing;
    expect(receiver.accepted.flatMap(({ bodies }) => bodies)).toEqual(['first']);
  });
});
