import { describe, expect, test } from 'vitest';
import {
  createExchange,
  type Exchange,
  type Member,
} from '../../../../../runtime/adapters/workers/exchange.js';
import type { FromPrimary } from '../../../../../runtime/adapters/workers/messages.js';
import type { Question } from '../../../../../runtime/kernel/contract/workers.js';

/** A worker that replies with its name, unless it hangs. */
interface Fake extends Member {
  readonly received: FromPrimary[];
  hangs: boolean;
  readonly questions: () => readonly unknown[];
}

function aWorker(exchange: Exchange, name: string): Fake {
  const worker: Fake = {
    received: [],
    hangs: false,
    questions: () =>
      worker.received.flatMap((message) => (message.kind === 'question' ? [message.body] : [])),
    send(message) {
      worker.received.push(message);
      if (message.kind !== 'question' || message.id === null || worker.hangs) return;
      const { id } = message;
      setImmediate(() => exchange.reply(worker, { id, body: name }));
    },
  };
  exchange.join(worker);
  return worker;
}

const PATIENT = 60_000;
const ask = (body: string, more: Partial<Question> = {}): Question => ({
  topic: 'news',
  body,
  to: 'all',
  patienceMs: PATIENT,
  ...more,
});

const repliesTo = (worker: Fake, id: number): unknown =>
  worker.received.find((message) => message.kind === 'replies' && message.id === id);

describe('the message exchange of workers', () => {
  test('sends a request to all workers including the sender, or only to the others', async () => {
    const exchange = createExchange();
    const [first, second] = [aWorker(exchange, 'first'), aWorker(exchange, 'second')];
    exchange.ask(first, { id: 1, question: ask('to all') });
    exchange.ask(first, { id: 2, question: ask('to others', { to: 'others' }) });
    await expect.poll(() => repliesTo(first, 2)).toMatchObject({ bodies: ['second'] });
    expect(repliesTo(first, 1)).toMatchObject({ bodies: ['first', 'second'] });
    expect(first.questions()).toEqual(['to all']);
    expect(second.questions()).toEqual(['to all', 'to others']);
  });

  test('resolves immediately if there is no other worker', () => {
    const exchange = createExchange();
    const only = aWorker(exchange, 'only');
    exchange.ask(only, { id: 1, question: ask('to others', { to: 'others' }) });
    expect(repliesTo(only, 1)).toMatchObject({ bodies: [] });
  });

  test('waits once for a worker that hangs, and again after it has replied', async () => {
    const exchange = createExchange();
    const [first, second] = [aWorker(exchange, 'first'), aWorker(exchange, 'second')];
    second.hangs = true;
    exchange.ask(first, { id: 1, question: ask('a', { to: 'others', patienceMs: 1 }) });
    await expect.poll(() => repliesTo(first, 1)).toMatchObject({ bodies: [] });
    exchange.ask(first, { id: 2, question: ask('b', { to: 'others' }) });
    expect(repliesTo(first, 2)).toMatchObject({ bodies: [] });
    second.hangs = false;
    exchange.reply(second, { id: 2, body: 'late' });
    exchange.ask(first, { id: 3, question: ask('c', { to: 'others' }) });
    expect(repliesTo(first, 3)).toBeUndefined();
    await expect.poll(() => repliesTo(first, 3)).toMatchObject({ bodies: ['second'] });
  });

  test('stops waiting for a worker that has exited', () => {
    const exchange = createExchange();
    const [first, second] = [aWorker(exchange, 'first'), aWorker(exchange, 'second')];
    second.hangs = true;
    exchange.ask(first, { id: 1, question: ask('a', { to: 'others' }) });
    exchange.leave(second);
    expect(repliesTo(first, 1)).toMatchObject({ bodies: [] });
  });

  test('sends the latest messages in their order to a worker that starts later', () => {
    const exchange = createExchange();
    const first = aWorker(exchange, 'first');
    const bounds = { entries: 3, bytes: 16 };
    for (const body of ['one', 'two', 'three', 'four', 'five'])
      exchange.ask(first, { id: 1, question: ask(body, { kept: bounds }) });
    exchange.ask(first, { id: 2, question: ask('passing') });
    expect(aWorker(exchange, 'second').questions()).toEqual(['four', 'five']);
  });
});
