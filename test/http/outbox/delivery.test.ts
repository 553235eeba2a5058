import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { acceptedOf, append, aSender, emptyOutbox, metricsOf } from './outbox-fixture.js';

/** Appends messages without delivering them. */
let writer: TestApp;
let url = '';
beforeAll(async () => {
  writer = await startTestApp();
  url = writer.app.config.database.url;
});
afterAll(() => writer.close());
beforeEach(() => emptyOutbox(writer));

const ADMIN = { as: 'admin' } as const;

describe('a write', () => {
  test('is announced once it is committed', async () => {
    const { app, receiver } = await aSender(url);
    const page = await createBuilders(app).aPage({ title: 'announced' });
    await expect.poll(() => receiver.accepted.map(({ bodies }) => bodies)).toEqual([['announced']]);
    expect(page['@id']).toContain(receiver.accepted[0]?.key);
    await expect
      .poll(() => metricsOf(app))
      .toMatchObject({ pending: 0, sent: 1, failed: 0, oldestAgeMs: null });
  });

  test('that is rolled back leaves no message', async () => {
    const { app, receiver } = await aSender(url);
    const { aPage } = createBuilders(app);
    await expect(aPage({ title: 'refused' })).rejects.toThrow('500');
    expect(await metricsOf(app)).toMatchObject({ pending: 0 });
    await aPage({ title: 'kept' });
    await expect.poll(() => receiver.letters.map(({ bodies }) => bodies)).toEqual([['kept']]);
  });

  test('completes while a delivery hangs, and so does the next one of the same record', async () => {
    const { app, receiver } = await aSender(url, { timeoutMs: 60_000 });
    receiver.evaluate(() => 'hang');
    const page = await createBuilders(app).aPage({ title: 'first' });
    await expect.poll(() => receiver.letters.length).toBe(1);
    expect(await app.patch(page['@id'], { title: 'second' }, ADMIN)).toMatchObject({ status: 200 });
    await createBuilders(app).aPage({ title: 'other' });
    expect(receiver.accepted).toEqual([]);
    receiver.evaluate(() => 200);
    receiver.release(200);
    await expect
      .poll(() => receiver.accepted.flatMap(({ bodies }) => bodies).sort())
      .toEqual(['first', 'other', 'second']);
  });

  test('in a larger transaction is announced when that commits', async () => {
    const { app, receiver } = await aSender(url);
    await app.app.inTransaction(async (joined) => {
      await joined.database.transaction((session) =>
        joined.outbox.append(session, [{ channel: 'letters', key: 'joined', body: 'kept' }]),
      );
    });
    const undone = app.app.inTransaction(async (joined) => {
      await joined.database.transaction((session) =>
        joined.outbox.append(session, [{ channel: 'letters', key: 'joined', body: 'undone' }]),
      );
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await append(app, ['joined', 'later']);
    await expect.poll(() => acceptedOf(receiver, 'joined')).toEqual(['kept', 'later']);
  });
});

describe('messages of one partition key', () => {
  test('are sent in order, whatever fails', async () => {
    const { app, receiver } = await aSender(url);
    const failures = new Map([
      ['1', 2],
      ['2', 1],
    ]);
    receiver.evaluate(({ bodies }) => {
      const left = failures.get(String(bodies[0])) ?? 0;
      failures.set(String(bodies[0]), left - 1);
      return left > 0 ? 503 : 200;
    });
    await append(app, ['a', '1'], ['a', '2'], ['a', '3']);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '2', '3']);
    expect(receiver.letters.flatMap(({ bodies }) => bodies)).toEqual(['1', '1', '1', '2', '2', '3']);
    expect(new Set(receiver.letters.flatMap(({ ids }) => ids)).size).toBe(3);
    expect(receiver.most.ofKey).toBe(1);
    await expect.poll(() => metricsOf(app)).toMatchObject({ sent: 3, failed: 3 });
  });

  test('that are appended together are stored and sent in order', async () => {
    const { app, receiver } = await aSender(url, { batchSize: 100 });
    const bodies = Array.from({ length: 330 }, (_none, index) => String(index));
    await append(app, ...bodies.map((body) => ['many', body] as const));
    await expect.poll(() => acceptedOf(receiver, 'many')).toEqual(bodies);
    expect(receiver.letters.every((letter) => letter.bodies.length <= 100)).toBe(true);
  });

  test('are replaced by newer ones if allowed', async () => {
    const { app, receiver } = await aSender(url, { timeoutMs: 60_000 });
    receiver.evaluate(() => 'hang');
    await append(app, ['a', 'first', 'collapses']);
    await expect.poll(() => receiver.letters.length).toBe(1);
    await append(app, ['a', 'update 1', 'collapses'], ['b', 'own', 'collapses']);
    await append(app, ['a', 'update 2', 'collapses'], ['a', 'deletion']);
    await append(app, ['a', 'creation', 'collapses'], ['a', 'update 3', 'collapses']);
    receiver.evaluate(() => 200);
    receiver.release(200);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['first', 'deletion', 'update 3']);
    await expect.poll(() => acceptedOf(receiver, 'b')).toEqual(['own']);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0 });
  });
});

describe('messages of different partition keys', () => {
  test('do not wait for one another, up to the concurrency of the channel', async () => {
    const { app, receiver } = await aSender(url, { timeoutMs: 60_000, concurrency: 2 });
    receiver.evaluate(({ key }) => (key === 'stuck' ? 'hang' : 200));
    await append(app, ['stuck', '1'], ['a', '1'], ['b', '1'], ['c', '1'], ['a', '2']);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '2']);
    await expect.poll(() => [...acceptedOf(receiver, 'b'), ...acceptedOf(receiver, 'c')]).toEqual(['1', '1']);
    expect(acceptedOf(receiver, 'stuck')).toEqual([]);
    expect(receiver.most.ofAll).toBeLessThanOrEqual(2);
  });

  test('continue while one of them fails repeatedly', async () => {
    const { app, receiver } = await aSender(url, { concurrency: 1 });
    receiver.evaluate(({ key }) => (key === 'failing' ? 503 : 200));
    await append(app, ['failing', '1'], ['a', '1'], ['a', '2'], ['b', '1']);
    await expect
      .poll(() => [...acceptedOf(receiver, 'a'), ...acceptedOf(receiver, 'b')])
      .toEqual(['1', '2', '1']);
    receiver.evaluate(() => 200);
    await expect.poll(() => acceptedOf(receiver, 'failing')).toEqual(['1']);
  });
});

describe('a delivery', () => {
  test('that takes too long is retried', async () => {
    const { app, receiver } = await aSender(url, { timeoutMs: 300 });
    receiver.evaluate(() => (receiver.letters.length === 1 ? 'hang' : 200));
    await append(app, ['slow', '1']);
    await expect.poll(() => acceptedOf(receiver, 'slow')).toEqual(['1']);
    expect(receiver.letters[0]?.ids).toEqual(receiver.accepted[0]?.ids);
  });

  test('that fails is logged once, and so is the recovery', async () => {
    const { app, receiver, lines } = await aSender(url);
    receiver.evaluate(() => (receiver.letters.length <= 4 ? 500 : 200));
    await append(app, ['a', '1'], ['b', '1']);
    await expect.poll(() => receiver.accepted.length).toBe(2);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0 });
    expect(lines.filter(({ channel }) => channel === 'letters')).toEqual([
      expect.objectContaining({ level: 'warn', reason: 'the receiver answered 500' }),
      expect.objectContaining({ level: 'info', msg: 'delivery resumed' }),
    ]);
  });

  test('that is rejected as a whole pauses the channel, with one error line, and continues later', async () => {
    const { app, receiver, lines } = await aSender(url);
    let isRefused = true;
    receiver.evaluate(() => (isRefused ? 401 : 200));
    await append(app, ['a', '1'], ['b', '1'], ['c', '1'], ['d', '1'], ['e', '1'], ['a', '2']);
    await expect.poll(() => receiver.letters.length).toBeGreaterThan(4);
    isRefused = false;
    await expect.poll(() => receiver.accepted.length).toBe(6);
    expect(acceptedOf(receiver, 'a')).toEqual(['1', '2']);
    expect(lines.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ channel: 'letters', reason: 'the receiver answered 401' }),
    ]);
  });
});
