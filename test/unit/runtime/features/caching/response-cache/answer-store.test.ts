import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnswerStore,
  createAnswerStore,
} from '../../../../../../runtime/features/caching/response-cache/answer-store.js';
import {
  type CachedAnswer,
  packHead,
} from '../../../../../../runtime/features/caching/response-cache/cached-answer.js';
import { anAnswer } from './an-answer.js';

const BUDGET = 64_000;
const bytesOf = (key: string, answer: CachedAnswer): number =>
  key.length + Buffer.byteLength(packHead(answer)) + answer.body.length;

/** Responses that exceed the capacity, each requested once. */
function fill(store: AnswerStore, start: string): void {
  for (let number = 0; number < 200; number += 1)
    store.set(`${start}${number}`, anAnswer({ body: 'x'.repeat(1000) }));
}

describe('a cached response', () => {
  test.each([
    ['text', 'caf\u00e9 \u{1f375}'],
    ['bytes', Buffer.from(Array.from({ length: 256 }, (_none, byte) => byte))],
    ['nothing', ''],
  ])('is returned unchanged, with %s as its body', (_title, body) => {
    const store = createAnswerStore(BUDGET);
    const answer = anAnswer({ body, tags: ['a', '\u00fc'], expiresAt: new Date('2026-02-03T04:06:00.123Z') });
    store.set('key', answer);
    expect(store.get('key')).toEqual(answer);
    expect(store.get('key')).toEqual(answer);
  });

  test('is the same object for all callers that request it often', () => {
    const store = createAnswerStore(10 * BUDGET);
    store.set('key', anAnswer());
    store.get('key');
    expect(store.get('key')).toBe(store.get('key'));
  });

  test('is not found after its deletion, and its space is reused', () => {
    const store = createAnswerStore(BUDGET);
    store.set('key', anAnswer({ body: 'one' }));
    store.set('key', anAnswer({ body: 'two' }));
    expect(store.get('key')?.body).toBe('two');
    store.delete('key');
    expect([store.has('key'), store.get('key')]).toEqual([false, undefined]);
  });
});

describe('a full cache', () => {
  test('keeps a response that is requested again, and does not evict it for responses that are requested once', () => {
    const store = createAnswerStore(BUDGET);
    fill(store, 'a');
    const kept = Array.from({ length: 200 }, (_none, number) => `a${number}`).filter(store.has);
    fill(store, 'b');
    expect(kept.length).toBeGreaterThan(20);
    expect(kept.every(store.has)).toBe(true);
    store.set('b7', anAnswer({ body: 'again' }));
    expect(store.get('b7')?.body).toBe('again');
  });

  test('keeps requested responses longer than unrequested ones', () => {
    const store = createAnswerStore(BUDGET);
    store.set('liked', anAnswer());
    store.set('forgotten', anAnswer());
    for (let number = 0; number < 1000; number += 1) {
      const key = `key ${number}`;
      for (let times = 0; times < 2; times += 1) store.set(key, anAnswer({ body: 'x'.repeat(1000) }));
      expect(store.has(key)).toBe(true);
      if (number % 10 === 0) expect(store.get('liked')).toBeDefined();
    }
    expect(store.has('forgotten')).toBe(false);
  });

  test('keeps the content of requested responses while all others are evicted', () => {
    const store = createAnswerStore(BUDGET);
    const numbers = Array.from({ length: 27 }, (_none, number) => number);
    for (const number of numbers) store.set(`a${number}`, anAnswer({ body: `${number} `.repeat(400) }));
    const liked = numbers.filter((number) => number % 4 === 3 && store.get(`a${number}`) !== undefined);
    expect(liked.length).toBeGreaterThan(5);
    for (const number of numbers)
      for (let times = 0; times < 2; times += 1) store.set(`b${number}`, anAnswer({ body: 'x'.repeat(800) }));
    for (const number of liked) expect(store.get(`a${number}`)?.body).toBe(`${number} `.repeat(400));
    expect(numbers.filter((number) => store.has(`a${number}`)).length).toBeLessThan(numbers.length);
  });

  test('reuses the space of deleted responses without changing those in between', () => {
    const store = createAnswerStore(BUDGET);
    const bodyOf = (key: string): string => `${key} `.repeat(200);
    const set = (key: string): void => store.set(key, anAnswer({ body: bodyOf(key) }));
    const keys = Array.from({ length: 200 }, (_none, number) => `key ${number}`);
    for (const key of keys) set(key);
    const kept = keys.filter(store.has);
    const [deleted, left] = [0, 1].map((rest) => kept.filter((_key, at) => at % 2 === rest));
    for (const key of deleted ?? []) store.delete(key);
    const fresh = keys.map((key) => key.replace('key', 'new'));
    for (const key of fresh) set(key);
    for (const key of left ?? []) expect(store.get(key)?.body).toBe(bodyOf(key));
    const taken = fresh.filter(store.has);
    expect(taken.length).toBeGreaterThan(kept.length / 3);
    for (const key of taken) expect(store.get(key)?.body).toBe(bodyOf(key));
  });

  test('keeps the slot of a response that changes', () => {
    const store = createAnswerStore(BUDGET);
    fill(store, 'a');
    for (let version = 0; version < 300; version += 1) {
      store.set('a3', anAnswer({ body: `version ${version} `.repeat(50) }));
      expect(store.get('a3')?.body).toMatch(`version ${version} `);
      store.delete('a3');
    }
  });

  test('does not store a response that exceeds the size limit, and deletes the one it replaces', () => {
    const store = createAnswerStore(BUDGET);
    store.set('key', anAnswer());
    store.set('key', anAnswer({ body: 'x'.repeat(BUDGET / 8) }));
    expect(store.has('key')).toBe(false);
  });

  test.each([0, 1, 100])('stores nothing in %i bytes', (bytes) => {
    const store = createAnswerStore(bytes);
    store.set('key', anAnswer());
    expect(store.get('key')).toBeUndefined();
  });
});

describe('the memory of a response cache', () => {
  test('is allocated once, however often responses change', () => {
    const budget = 4_000_000;
    const answers = [0, 500, 1000, 2000, 4000].map((length) => anAnswer({ body: 'x'.repeat(length) }));
    const before = process.memoryUsage().arrayBuffers;
    const store = createAnswerStore(budget);
    for (let round = 0; round < 4000; round += 1)
      for (const [index, answer] of answers.entries())
        store.set(`${index} of ${(round * index) % 1200}`, answer);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThanOrEqual(budget);
  });

  test('returns the latest value or nothing, and never exceeds the limit', () => {
    const key = fc.nat({ max: 30 }).map((number) => `key ${number}`);
    const act = fc.oneof(
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('set'), key, length: fc.nat({ max: 12_000 }) }) },
      { weight: 5, arbitrary: fc.record({ kind: fc.constant('get'), key, length: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), key, length: fc.constant(0) }) },
    );
    let lost = 0;
    fc.assert(
      fc.property(fc.array(act, { maxLength: 300, size: 'max' }), (acts) => {
        const budget = 160_000;
        const store = createAnswerStore(budget);
        const kept = new Map<string, CachedAnswer>();
        acts.forEach(({ kind, key: name, length }, turn) => {
          if (kind === 'set') {
            const answer = anAnswer({ body: `${turn} `.repeat(length / 4), since: turn, tags: [`${turn}`] });
            store.set(name, answer);
            kept.set(name, answer);
          } else if (kind === 'delete') {
            store.delete(name);
            kept.delete(name);
          } else if (store.has(name)) expect(store.get(name)).toEqual(kept.get(name));
          else expect(store.get(name)).toBeUndefined();
          // Deleted entries do not come back.
          for (const other of kept.keys()) if (!store.has(other)) lost += Number(kept.delete(other));
          const bytes = [...kept].map(([other, answer]) => bytesOf(other, answer));
          expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget);
        });
        for (const [name, answer] of kept) expect(store.get(name)).toEqual(answer);
      }),
    );
    expect(lost).toBeGreaterThan(0);
  });
});
