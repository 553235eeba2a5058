import { describe, expect, test } from 'vitest';
import { createSendOnce } from '../../../admin-app/src/api/send-once.js';

type Outcome = number | 'lost';

/** Requests that were sent, each with its key. Outcomes are used in order; the last one repeats. */
function aService(...outcomes: readonly Outcome[]) {
  const keys: (string | null)[] = [];
  const paused: number[] = [];
  const send = createSendOnce(
    (_address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const outcome = outcomes[Math.min(keys.length, outcomes.length) - 1];
      if (outcome === 'lost') return Promise.reject(new TypeError('network'));
      return Promise.resolve(new Response(`answer ${keys.length}`, { status: outcome ?? 201 }));
    },
    (milliseconds) => Promise.resolve(void paused.push(milliseconds)),
  );
  const post = (body: string, path = '/a') => send(path, { method: 'POST', body });
  return { keys, paused, post, send };
}

describe('a POST of the admin', () => {
  test('is sent once if it is requested again during the request, and both get the response', async () => {
    const { keys, post } = aService(201);
    const both = await Promise.all([post('{"a":1}'), post('{"a":1}')]);
    expect(await Promise.all(both.map((response) => response.text()))).toEqual(['answer 1', 'answer 1']);
    expect(keys).toHaveLength(1);
  });

  test('is another request with another body, or after the response', async () => {
    const { keys, post } = aService(201);
    await Promise.all([post('{"a":1}'), post('{"a":2}')]);
    await post('{"a":1}');
    expect(new Set(keys).size).toBe(3);
  });

  test('is repeated with the same key when the response is lost or a proxy responds', async () => {
    const { keys, paused, post } = aService('lost', 502, 201);
    expect((await post('{}')).status).toBe(201);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(paused).toEqual([500, 2000]);
  });

  test('has the same key when the user tries again after the last failure, and another one afterwards', async () => {
    const { keys, post } = aService('lost', 'lost', 'lost', 201);
    await expect(post('{}')).rejects.toThrow(TypeError);
    expect((await post('{}')).status).toBe(201);
    expect(new Set(keys).size).toBe(1);
    await post('{}');
    expect(new Set(keys).size).toBe(2);
  });

  test('is not repeated when the service refuses it', async () => {
    const { keys, post } = aService(422);
    expect((await post('{}')).status).toBe(422);
    expect(keys).toHaveLength(1);
  });

  test('compares forms by their values and files', async () => {
    const { keys, send } = aService(201);
    const form = (name: string): FormData => {
      const data = new FormData();
      data.append('title', 'One');
      data.append('file', new File(['x'], name, { lastModified: 0 }));
      return data;
    };
    const post = (name: string) => send('/a', { method: 'POST', body: form(name) });
    await Promise.all([post('a.png'), post('a.png'), post('b.png')]);
    expect(keys).toHaveLength(2);
  });
});

test('other methods are sent unchanged', async () => {
  const { keys, send } = aService(200);
  await send('/a', { method: 'PATCH', body: '{}' });
  expect(keys).toEqual([null]);
});
