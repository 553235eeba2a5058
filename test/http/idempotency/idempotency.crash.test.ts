import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../runtime/kernel/contract/json.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { removeBundle, startChildServer, type ChildServer } from '../uploads/child-server.js';

const ROUNDS = Number(process.env.IDEMPOTENCY_ROUNDS ?? 4);
const CLIENTS = 4;
const SERVER = new URL('./children/keys-server.ts', import.meta.url);

let app: TestApp;
beforeAll(async () => {
  // What a killed process had under way may be taken over when this and ten seconds are over.
  app = await startTestApp({ config: { limits: { request_ms: 2000, statement_ms: 2000, lock_ms: 2000 } } });
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** What a client wants carried out once. */
interface Order {
  readonly key: string;
  readonly word: string;
  readonly path: string;
  readonly body: JsonObject;
  /** Bodies of the answers that said that it was done, by whichever process. */
  readonly answers: string[];
  /** Times that it was sent without an answer: the process was gone, or went. */
  lost: number;
}

/** A record, or three of them in a batch. */
function anOrder(number: number): Order {
  const word = `order-${randomUUID()}`;
  const title: JsonObject = { title: word, publishedAt: 'now' };
  const create = { method: 'POST', path: '/component/titles', body: title };
  const common = { key: randomUUID(), word, answers: [], lost: 0 };
  if (number % 2 === 0) return { ...common, path: create.path, body: title };
  const operations = ['a', 'b', 'c'].map((id) => ({ ...create, id }));
  return { ...common, path: '/_/batch', body: { operations } };
}

const recordsOf = ({ path }: Order): number => (path === '/_/batch' ? 3 : 1);

/** Sends an order, and says whether it was answered for good. */
async function send(order: Order, origin: string): Promise<boolean> {
  const token = await app.token('admin');
  try {
    const response = await fetch(`${origin}${app.config.apiPrefix}${order.path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/ld+json' },
        'idempotency-key': order.key,
      },
      body: JSON.stringify(order.body),
    });
    const text = await response.text();
    if (response.status === 409 || response.status === 503) return false;
    expect([200, 201], text).toContain(response.status);
    order.answers.push(text);
    return true;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error; // fetch, of a connection that broke
    order.lost += 1;
    return false;
  }
}

/** Sends orders one after the other, some of them twice, until the server is gone. */
async function work(
  orders: Order[],
  child: ChildServer,
  life: { isOver: boolean; sent: number },
): Promise<void> {
  while (!life.isOver) {
    const order = anOrder(orders.length);
    orders.push(order);
    const times = orders.length % 3 === 0 ? 2 : 1;
    await Promise.all(Array.from({ length: times }, () => send(order, child.origin)));
    life.sent += 1;
  }
}

test('a process that is killed at any moment leaves what was sent with a key done once, and answered as the first time', async () => {
  const orders: Order[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startChildServer(app.config, SERVER);
    const life = { isOver: false, sent: 0 };
    const clients = Array.from({ length: CLIENTS }, () => work(orders, child, life));
    await expect.poll(() => life.sent, { interval: 3 }).toBeGreaterThan(2 * CLIENTS);
    await sleep(Math.random() * 60); // each round breaks off at another moment
    await child.kill();
    life.isOver = true;
    await Promise.all(clients);
  }
  expect(orders.filter(({ lost }) => lost > 0).length).toBeGreaterThan(0);
  const next = await startChildServer(app.config, SERVER);
  for (const order of orders) {
    // A key that nobody answers for is free when its lease is over.
    while (!(await send(order, next.origin))) await sleep(250);
    await send(order, app.origin);
    expect(new Set(order.answers).size, order.answers.join('\n')).toBe(1);
  }
  await next.kill();
  const { database } = app.app;
  const rows = await database.all<{ title: string }>(
    `select t.title as title from ${database.table('titles')} t`,
  );
  for (const order of orders)
    expect(rows.filter(({ title }) => title === order.word)).toHaveLength(recordsOf(order));
  const named = new Set(orders.map(({ word }) => word));
  expect(rows.filter(({ title }) => !named.has(title))).toEqual([]);
});
