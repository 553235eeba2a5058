import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { acceptedOf, append, aSender, emptyOutbox, metricsOf } from './outbox-fixture.js';

let writer: TestApp;
let url = '';
beforeAll(async () => {
  writer = await startTestApp();
  url = writer.app.config.database.url;
});
afterAll(() => writer.close());
beforeEach(() => emptyOutbox(writer));

describe('waiting messages', () => {
  test('are stored and counted if no process delivers them', async () => {
    await append(writer, ['a', '1'], ['b', '1']);
    expect(await metricsOf(writer)).toMatchObject({ pending: 2, isDelivered: false, dead: 0 });
  });

  test('are sent by the next serving process', async () => {
    await append(writer, ['a', '1'], ['a', '2']);
    const { receiver } = await aSender(url);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '2']);
  });

  test('are detected by a process that was not notified', async () => {
    const { app, receiver } = await aSender(url);
    await append(app, ['a', '1']);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1']);
    await append(writer, ['a', '2']);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '2']);
  });

  test("are dropped if they could not be sent within the channel's expiry time", async () => {
    const { app, receiver, lines } = await aSender(url, { expiryMs: 500 });
    receiver.evaluate(() => 503);
    await append(app, ['a', '1'], ['b', '1']);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, dropped: 2 });
    expect(lines.map(({ msg }) => msg)).toContain('dropped expired messages');
    receiver.evaluate(() => 200);
    await append(app, ['c', '1']);
    await expect.poll(() => acceptedOf(receiver, 'c')).toEqual(['1']);
  });

  test('remain, however wrong the clocks are', async () => {
    const past = await startTestApp({ databaseUrl: url, clock: { now: () => new Date('1970-01-02') } });
    await append(past, ['a', 'from 1970']);
    await past.close();
    const { app, receiver } = await aSender(url, { expiryMs: 60_000 });
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['from 1970']);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, dropped: 0 });
  });

  test('are limited by the channel: the oldest are dropped', async () => {
    await append(writer, ...['1', '2', '3', '4', '5'].map((key) => [key, key] as const));
    const { app, receiver, lines } = await aSender(url, { limit: 2 });
    await expect.poll(() => receiver.accepted.flatMap(({ bodies }) => bodies).sort()).toEqual(['4', '5']);
    await expect.poll(() => metricsOf(app)).toMatchObject({ pending: 0, dropped: 3 });
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', channel: 'letters', limit: 2 }));
  });

  test('remain stored at a shutdown, which waits for current deliveries', async () => {
    const { app, receiver } = await aSender(url, { concurrency: 1, timeoutMs: 60_000 });
    receiver.evaluate(() => 'hang');
    await append(app, ['a', '1'], ['b', '1']);
    await expect.poll(() => receiver.letters.length).toBe(1);
    const closed = app.app.outbox.close();
    receiver.release(200);
    await closed;
    expect(receiver.accepted.flatMap(({ bodies }) => bodies)).toEqual(['1']);
    expect(await metricsOf(writer)).toMatchObject({ pending: 1 });
    receiver.evaluate(() => 200);
    const next = await aSender(url);
    await expect.poll(() => acceptedOf(next.receiver, 'b')).toEqual(['1']);
  });

  test('are released if a shutdown stops waiting for their delivery', async () => {
    const { app, receiver } = await aSender(url, { timeoutMs: 60_000 });
    receiver.evaluate(() => 'hang');
    await append(app, ['a', '1']);
    await expect.poll(() => receiver.letters.length).toBe(1);
    await app.app.outbox.close();
    expect(await metricsOf(writer)).toMatchObject({ pending: 1 });
    const next = await aSender(url);
    await expect.poll(() => acceptedOf(next.receiver, 'a')).toEqual(['1']);
  });
});

describe('messages that can never be sent', () => {
  test('become dead letters with the reason, and the key continues', async () => {
    const { app, receiver, lines } = await aSender(url);
    receiver.evaluate(({ bodies }) => (bodies[0] === 'bad' ? 400 : 200));
    await append(app, ['a', '1'], ['a', 'bad'], ['a', '3']);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '3']);
    const [letter, ...others] = await app.app.outbox.deadLetters.list();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      channel: 'letters',
      key: 'a',
      attempts: 1,
      reason: 'the receiver answered 400',
    });
    expect(lines).toContainEqual(expect.objectContaining({ level: 'error', ids: [letter?.id] }));
    expect(await metricsOf(app)).toMatchObject({ dead: 1 });
  });

  test('are sent again on request, one or all, with their ids', async () => {
    const { app, receiver } = await aSender(url);
    receiver.evaluate(() => 400);
    await append(app, ['a', '1'], ['a', '2'], ['b', '1']);
    await expect.poll(async () => (await metricsOf(app))?.dead).toBe(3);
    receiver.evaluate(() => 200);
    const letters = await writer.app.outbox.deadLetters.list();
    const one = letters.find(({ key }) => key === 'b')?.id;
    expect(await writer.app.outbox.deadLetters.resend(one)).toBe(1);
    expect(await writer.app.outbox.deadLetters.resend(one)).toBe(0);
    await expect.poll(() => receiver.accepted.flatMap(({ ids }) => ids)).toEqual([one]);
    expect(await writer.app.outbox.deadLetters.resend()).toBe(2);
    await expect.poll(() => acceptedOf(receiver, 'a')).toEqual(['1', '2']);
    expect(await writer.app.outbox.deadLetters.list()).toEqual([]);
  });
});
