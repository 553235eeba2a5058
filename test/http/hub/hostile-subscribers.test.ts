import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { HubLimits } from '../../../runtime/features/realtime/hub/index.js';
import { detail, IS_REFERENCE, startHub, token, type HubUnderTest } from './hub-under-test.js';

const PATH = '/.well-known/mercure';
const pattern = (text: string): string => `match_urlpattern=${encodeURIComponent(text)}`;

let hub: HubUnderTest | undefined;
afterEach(() => hub?.close());

async function hubWith(limits: Partial<HubLimits> = {}): Promise<HubUnderTest> {
  hub = await startHub({ limits });
  return hub;
}

async function fill(hub: HubUnderTest, count: number, size = 10): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const topic = `https://cms.test/titles/${String(at).padStart(30, 'a')}`;
    await hub.publish({ topic, id: `id-${at}`, data: 'x'.repeat(size) });
  }
}

const idsOf = (text: string): string[] => [...text.matchAll(/^id: (.*)$/gm)].map(([, id]) => id ?? '');
const upTo = (count: number): string[] => Array.from({ length: count }, (_, at) => `id-${at}`);

describe.skipIf(IS_REFERENCE)('an anonymous subscriber', () => {
  test.each([
    'https://cms.test/titles/:x((?:[0-9a-f]|[-0-9a-f])*!)',
    '/titles/([a-z]+)+!',
    '/(a|[b])',
    '((h|h)*)://x/',
    `/${'(a|b)'.repeat(501)}`,
    `/${'*'.repeat(501)}`,
  ])('gets 400 for %s, and nothing is matched', async (text) => {
    const filled = await hubWith();
    await fill(filled, 3);
    const answer = await filled.fetch(`${PATH}?${pattern(text)}&last_event_id=earliest`);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toMatch(/pattern/i);
  });

  test.each([':id(.*)', ':c(titles|images)/:id', '{titles/:id}?', '*/:id', '{t}*{itles}+/:id(.*)?'])(
    'receives history and updates for %s',
    async (text) => {
      const filled = await hubWith();
      await fill(filled, 3);
      const stream = await filled.subscribe(`${pattern(`https://cms.test/${text}`)}&last_event_id=earliest`);
      await stream.until('id-2');
      await filled.publish({ topic: 'https://cms.test/titles/1', id: 'last', data: '' });
      expect(idsOf(await stream.until('last'))).toEqual([...upTo(3), 'last']);
    },
  );

  test('gets 429 beyond the limit of different audiences, which does not include subscribers to everything', async () => {
    const small = await hubWith({ requestedBytes: 10_000 });
    const open: Promise<number>[] = [];
    for (let at = 0; at < 20; at += 1) {
      open.push(small.subscribe(pattern(`/titles/${at}/:id`)).then(({ response }) => response.status));
    }
    const statuses = await Promise.all(open);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect((await small.subscribe(pattern('/titles/0/:id'))).response.status).toBe(200);
    const all = await small.subscribe('match=*');
    await fill(small, 1);
    expect(await all.until('id-0')).toContain('id-0');
  });

  test('gets 429 if too many others are waiting for their turn', async () => {
    const small = await hubWith({ opening: 2 });
    const answers = Array.from({ length: 12 }, (_, at) =>
      small.subscribe(pattern(`/${at}/${'{a}?'.repeat(90)}`)).then(({ response }) => response.status),
    );
    const statuses = await Promise.all(answers);
    expect(statuses).toContain(200);
    expect(statuses).toContain(429);
    expect((await small.subscribe('match=*')).response.status).toBe(200);
  });
});

describe.skipIf(IS_REFERENCE)('a stream that reads the history', () => {
  test('receives each update once and in order, with those sent in the meantime', async () => {
    const filled = await hubWith();
    await fill(filled, 300, 2000);
    const streams = await Promise.all(
      Array.from({ length: 8 }, () => filled.subscribe('match=*&last_event_id=earliest')),
    );
    const reading = streams.map((stream) => stream.until('id-400'));
    for (let at = 300; at <= 400; at += 1) {
      await filled.publish({ topic: 'https://cms.test/x', id: `id-${at}`, data: 'y'.repeat(500) });
    }
    for (const text of await Promise.all(reading)) expect(idsOf(text)).toEqual(upTo(401));
  });

  test('continues where it stopped if it reads late', async () => {
    const filled = await hubWith();
    const late = await filled.subscribe('match=*');
    await fill(filled, 60, 100_000);
    expect(idsOf(await late.until('id-59'))).toEqual(upTo(60));
    await filled.publish({ topic: 'https://cms.test/x', id: 'live', data: '' });
    expect(idsOf(await late.until('live')).at(-1)).toBe('live');
  });

  test('receives private updates by its permissions only', async () => {
    const filled = await hubWith();
    await filled.publish({ topic: 'https://cms.test/titles/1', id: 'secret', data: '', private: 'on' });
    await filled.publish({ topic: 'https://cms.test/titles/2', id: 'open', data: '' });
    const match = { match: 'https://cms.test/titles/:id([0-9]+)', match_type: 'urlpattern' };
    const bearer = { Authorization: `Bearer ${token([detail('subscribe', match)])}` };
    const query = 'match=*&last_event_id=earliest';
    expect(idsOf(await (await filled.subscribe(query)).until('open'))).toEqual(['open']);
    expect(idsOf(await (await filled.subscribe(query, bearer)).until('open'))).toEqual(['secret', 'open']);
  });

  test('uses the same memory whether it reads or not', async () => {
    const filled = await hubWith();
    await fill(filled, 100, 100_000);
    const { port } = new URL(filled.url);
    const sockets = Array.from({ length: 50 }, () => connect(Number(port), '127.0.0.1'));
    const before = process.memoryUsage();
    for (const socket of sockets) {
      socket.pause();
      socket.write(`GET ${PATH}?match=*&last_event_id=earliest HTTP/1.1\r\nHost: hub.test\r\n\r\n`);
    }
    // It subscribed after them and has received everything, so they have had their turns as well.
    await (await filled.subscribe('match=*&last_event_id=earliest')).until('id-99');
    const after = process.memoryUsage();
    // Each of them requests ten megabytes.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(100 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
  });
});
