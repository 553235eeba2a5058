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
  // Another process can take over the requests of a killed process after this time plus ten seconds.
  app = await startTestApp({ config: { limits: { request_ms: 2000, statement_ms: 2000, lock_ms: 2000 } } });
});
afterAll(async () => {
  await app.close();
  await removeBundle();
});

/** A write that must run only once. */
interface Order {
  readonly key: string;
  readonly word: string;
  readonly path: string;
  readonly body: JsonObject;
  /** Bodies of the successful responses, from any process. */
  readonly answers: string[];
  /** Number of attempts without a response, because the process ended. */
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

/** Sends an order and returns whether it got a final response. */
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
    if (!(error instanceof TypeError)) throw error; // fetch reports a broken connection
    order.lost += 1;
    return false;
  }
}

/** Sends orders one after the other, some of them twice, until the server ends. */
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

test('a process that is killed at any time leaves writes with a key done once, and their first response is replayed', async () => {
  const orders: Order[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = await startChildServer(app.config, SERVER);
    const life = { isOver: false, sent: 0 };
    const clients = Array.from({ length: CLIENTS }, () => work(orders, child, life));
    await expect.poll(() => life.sent, { interval: 3 }).toBeGreaterThan(2 * CLIENTS);
    await sleep(Math.random() * 60); // each round kills the process at another time
    await child.kill();
    life.isOver = true;
    await Promise.all(clients);
  }
  expect(orders.filter(({ lost }) => lost > 0).length).toBeGreaterThan(0);
  const next = await startChildServer(app.config, SERVER);
  for (const order of orders) {
    // The key of a killed process becomes available when its lease expires.
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
