import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { describeChannels, describeDeadLetters } from '../../../../../runtime/console/describe-outbox.js';
import type { OutboxChannel } from '../../../../../runtime/kernel/contract/features/outbox.js';
import type { Service } from '../../../../../runtime/kernel/feature.js';
import { backoffMs } from '../../../../../runtime/kernel/outbox/partition-queue.js';
import { compileChannels } from '../../../../../runtime/kernel/outbox/compile-channels.js';
import { deliver } from '../../../../../runtime/kernel/outbox/claim-delivery.js';
import { collapse } from '../../../../../runtime/kernel/outbox/read-partitions.js';
import { createStaleLeases } from '../../../../../runtime/kernel/outbox/take-over.js';

describe('the delay before a retry', () => {
  test.each([
    [1, 500],
    [2, 1000],
    [5, 8000],
    [8, 60_000],
    [1_000_000, 60_000],
  ])('after attempt %i is at most %i ms, and random below that', (attempts, longest) => {
    const bounds = { firstMs: 500, longestMs: 60_000 };
    expect(backoffMs(attempts, bounds, () => 1)).toBe(longest);
    expect(backoffMs(attempts, bounds, () => 0.25)).toBe(longest / 4);
    expect(backoffMs(attempts, bounds, () => 0)).toBe(0);
  });
});

describe('messages of one partition key', () => {
  const lane = (text: string) =>
    [...text].map((letter, index) => ({ id: `${letter}${index}`, lane: 'a', letter }));
  // A lower-case letter is a message that newer ones replace.
  test.each([
    ['u', ['u0']],
    ['uuu', ['u2']],
    ['uuD', ['D2']],
    ['Du', ['D0', 'u1']],
    ['uDuuDDu', ['D1', 'D4', 'D5', 'u6']],
  ])('%s keep those that no newer one replaces', (text, kept) => {
    const found = collapse(lane(text), ({ letter }) => letter === letter.toLowerCase());
    expect(found.remaining.get('a')).toEqual(kept);
    expect(found.replaced.length).toBe(text.length - kept.length);
  });

  test('do not replace those of another key', () => {
    const rows = [
      { id: '1', lane: 'a' },
      { id: '2', lane: 'b' },
    ];
    expect(collapse(rows, () => true).replaced).toEqual([]);
  });
});

describe('a lease', () => {
  test('is stale if its token did not change for long enough, and not if it was taken by another process', () => {
    let now = 0;
    const findStale = createStaleLeases(1000, () => now);
    const [first, second] = ['first', 'second'].map((token) => ({ lane: 'a', token }));
    expect(findStale([first!])).toEqual([]);
    now = 999;
    expect(findStale([first!])).toEqual([]);
    now = 1000;
    expect(findStale([first!])).toEqual([first]);
    now = 1500;
    expect(findStale([second!])).toEqual([]);
    now = 2499;
    expect(findStale([second!])).toEqual([]);
    now = 2500;
    expect(findStale([second!])).toEqual([second]);
  });

  test('that was released in between is timed again', () => {
    let now = 0;
    const findStale = createStaleLeases(1000, () => now);
    const lease = { lane: 'a', token: 'first' };
    findStale([lease]);
    findStale([]);
    now = 5000;
    expect(findStale([lease])).toEqual([]);
  });
});

describe('a delivery', () => {
  const never = new AbortController().signal;
  const handed = (stopped: AbortSignal) => ({ messages: [], stopped, isLate: () => false });

  test('that throws is retried, with the error as the reason', async () => {
    const channel = { timeoutMs: 1000, deliver: () => Promise.reject(new Error('no route')) };
    expect(await deliver(channel, handed(never))).toEqual({ kind: 'retry', reason: 'no route' });
  });

  test('that throws synchronously is retried too', async () => {
    const channel = {
      timeoutMs: 1000,
      deliver() {
        throw new Error('not even begun');
      },
    };
    expect(await deliver(channel, handed(never))).toEqual({ kind: 'retry', reason: 'not even begun' });
  });

  test('that ignores its timeout is ended by it', async () => {
    const channel = { timeoutMs: 10, deliver: () => new Promise<never>(() => undefined) };
    expect(await deliver(channel, handed(never))).toEqual({
      kind: 'retry',
      reason: 'no answer within 10 ms',
    });
    const reason = 'the process was stopped';
    const patient = { ...channel, timeoutMs: 60_000 };
    expect(await deliver(patient, handed(AbortSignal.abort(reason)))).toEqual({ kind: 'retry', reason });
  });

  test('leaves no listeners on the process-wide signal', async () => {
    const stopped = new AbortController();
    const given: number[] = [];
    const deliverOnce: OutboxChannel['deliver'] = () => {
      given.push(getEventListeners(stopped.signal, 'abort').length);
      return Promise.resolve({ kind: 'sent' });
    };
    for (let times = 0; times < 3; times += 1)
      await deliver({ timeoutMs: 1000, deliver: deliverOnce }, handed(stopped.signal));
    expect(given).toEqual([1, 1, 1]);
    expect(getEventListeners(stopped.signal, 'abort')).toEqual([]);
  });
});

describe('channels', () => {
  const deliverNothing: OutboxChannel['deliver'] = () => Promise.resolve({ kind: 'sent' });
  const compile = (...names: readonly string[]) =>
    compileChannels(
      names.map((name) => ({ name: 'own', channels: () => [{ name, deliver: deliverNothing }] })),
      {} as Service, // no channel looks at it
    );

  test('have their own settings, or the defaults', () => {
    expect(compile('mails')).toMatchObject([
      { name: 'mails', concurrency: 4, batchSize: 1, timeoutMs: 5000, expiryMs: 900_000, limit: 10_000 },
    ]);
  });

  test.each([
    [['mails', 'mails'], 'features.own.channels.mails: is not unique'],
    [['Mails'], 'features.own.channels.Mails: is not a valid channel name'],
    [['m'.repeat(101)], 'is not a valid channel name'],
  ])('%j prevent the start', (names, message) => {
    expect(() => compile(...names)).toThrow(message);
  });
});

describe('the command', () => {
  test('prints a line for each channel, and marks those that no process delivers', () => {
    const channel = { channel: 'hub', pending: 2, oldestAgeMs: 1600, dead: 1, isDelivered: true };
    expect(
      describeChannels([
        channel,
        { channel: 'gone', pending: 0, oldestAgeMs: null, dead: 3, isDelivered: false },
      ]),
    ).toEqual([
      'hub: 2 waiting, oldest 2 s, 1 dead',
      'gone: 0 waiting, 3 dead; no feature delivers this channel',
    ]);
  });

  test('prints dead letters without control characters', () => {
    const createdAt = new Date('2030-01-01T10:00:00Z');
    const letter = { id: 'one', channel: 'hub', key: 'a\u001b[2J', attempts: 2, reason: 'too\nlarge' };
    expect(describeDeadLetters([{ ...letter, createdAt, diedAt: createdAt }])).toEqual([
      'one  hub  a [2J',
      '  2030-01-01T10:00:00.000Z, attempt 2: too large',
    ]);
  });
});
