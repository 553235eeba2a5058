import { describe, expect, test } from 'vitest';
import { createCompression } from '../../../../../../runtime/adapters/http/compression/compression.js';
import type { CachedAnswer } from '../../../../../../runtime/features/caching/response-cache/cached-answer.js';
import { createEncodedForms } from '../../../../../../runtime/features/caching/response-cache/encoded-forms.js';
import { anAnswer } from './an-answer.js';

const SMALL = 'a text '.repeat(500);
/** Another thread compresses it. */
const LARGE = 'a text '.repeat(20_000);
const gzip = { headers: { 'accept-encoding': 'gzip' } };

/** The encodings of a service, the compressions that ran for them, and the stored results. */
function forms() {
  const compression = createCompression();
  const done: string[] = [];
  const kept = new Map<string, CachedAnswer>();
  const code: typeof compression.code = (body, encoding, encodedFor) => {
    done.push(`${encoding} ${encodedFor}`);
    return compression.code(body, encoding, encodedFor);
  };
  const answers = {
    has: (key: string) => kept.has(key),
    store: (key: string, form: CachedAnswer) => void kept.set(key, form),
  };
  return { ...createEncodedForms({ compression: { ...compression, code }, answers }), done, kept };
}

describe('encodings of a cached response', () => {
  test.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('are compressed once for concurrent requests and stored: of a %s response', async (_size, body) => {
    const { formFor, keyOf, done, kept } = forms();
    const answer = anAnswer({ body });
    const first = await formFor('key', answer, gzip);
    const key = keyOf('key', gzip) ?? '';
    expect(kept.get(key)).toBe(first);
    expect(done).toEqual(['gzip many']);
    expect(first.body.length).toBeLessThan(body.length / 10);
    expect(await formFor('key', first, gzip)).toBe(first);
    expect(done).toHaveLength(1);
  });

  test('are compressed once while another thread is working on them', async () => {
    const { formFor, done } = forms();
    const answer = anAnswer({ body: LARGE });
    const all = await Promise.all(Array.from({ length: 10 }, async () => formFor('key', answer, gzip)));
    expect(new Set(all).size).toBe(1);
    expect(done).toHaveLength(1);
  });

  test('are compressed again if the response was recomputed in the meantime', async () => {
    const { formFor, done } = forms();
    const [before, after] = [anAnswer({ body: LARGE }), anAnswer({ body: `${LARGE}!`, since: 2 })];
    const making = [before, after].map(async (answer) => formFor('key', answer, gzip));
    const [one, other] = await Promise.all(making);
    expect(done).toHaveLength(2);
    expect([one?.since, other?.since]).toEqual([1, 2]);
    expect(one?.body).not.toBe(other?.body);
  });

  test('are not compressed for a client that has the response, accepts it uncompressed, or would save nothing', async () => {
    const { formFor, done } = forms();
    const has = { headers: { ...gzip.headers, 'if-none-match': '"one.br"' } };
    const [large, small] = [anAnswer({ body: SMALL }), anAnswer()];
    expect(await formFor('key', large, has)).toBe(large);
    expect(await formFor('key', large, { headers: {} })).toBe(large);
    expect(await formFor('key', small, gzip)).toBe(small);
    expect(done).toEqual([]);
  });
});
