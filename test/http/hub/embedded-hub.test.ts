import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ALL,
  detail,
  FRONT_END,
  IS_REFERENCE,
  RESOURCE,
  startHub,
  token,
  type HubUnderTest,
} from './hub-under-test.js';

const TOPIC = 'https://cms.test/titles/1';
const END = 'https://cms.test/end';
const bearer = (value: string): Record<string, string> => ({ Authorization: `Bearer ${value}` });

let hub: HubUnderTest;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub.close());

/** Returns the events of a stream up to a public update on another topic, which marks the end. */
async function received(
  query: string,
  fields: [string, string][],
  headers?: Record<string, string>,
): Promise<boolean> {
  const stream = await hub.subscribe(`${query}&match=${END}`, headers);
  expect((await hub.publish([...fields, ['data', 'wanted']])).status).toBe(200);
  await hub.publish({ topic: END, data: 'the end' });
  return (await stream.until('the end')).includes('wanted');
}

/** Hubs send comments at the start and from time to time to keep the connection open. */
const withoutComments = (stream: string): string => stream.replace(/^(:\n+)+/, '');

describe('GET /.well-known/mercure', () => {
  test.each([
    ['an exact topic', `match=${TOPIC}`, TOPIC, true],
    ['a plain string', 'match_exact=foo', 'foo', true],
    ['one of two matchers', 'match=bar&match=foo', 'foo', true],
    ['everything', 'match=*', TOPIC, true],
    ['a pattern', 'match_urlpattern=https://cms.test/titles/:id', TOPIC, true],
    ['a pattern with an empty query', 'match_urlpattern=https://cms.test/titles/:id%5C%3F', TOPIC, true],
    [
      'a pattern of drafts',
      'match_urlpattern=https://cms.test/titles/:id%5C%3Fdraft=1',
      `${TOPIC}?draft=1`,
      true,
    ],
    ['a relative pattern', 'match_urlpattern=/x/:id', '/x/1', true],
    ['another string', 'match=bar', 'foo', false],
    ['another topic', `match=${TOPIC}0`, TOPIC, false],
    ['another pattern', 'match_urlpattern=https://cms.test/images/:id', TOPIC, false],
    [
      'a pattern with an empty query, of a draft',
      'match_urlpattern=https://cms.test/titles/:id%5C%3F',
      `${TOPIC}?draft=1`,
      false,
    ],
  ])('delivers by matcher: %s', async (...[, query, topic, want]) => {
    expect(await received(query, [['topic', topic]])).toBe(want);
  });

  const grantTopic = detail('subscribe', { match: TOPIC });
  const grantPattern = detail('subscribe', {
    match: 'https://cms.test/titles/:id\\?',
    match_type: 'urlpattern',
  });
  test.each([
    ['nobody', 'match=*', undefined, false],
    ['a subscriber with the topic and the permission', `match=${TOPIC}`, [grantTopic], true],
    ['a subscriber to all topics with permission by pattern', 'match=*', [grantPattern], true],
    ['a subscriber to another topic with the permission', 'match=foo', [grantTopic], false],
    [
      'a subscriber with permission for another topic',
      'match=*',
      [detail('subscribe', { match: 'foo' })],
      false,
    ],
    ['a client that can only publish', 'match=*', [detail('publish', ALL)], false],
    ['a client with a token without details', 'match=*', [], false],
  ])('delivers a private update only to authorized subscribers: %s', async (...[, query, details, want]) => {
    const headers = details === undefined ? {} : bearer(token(details));
    expect(
      await received(
        query,
        [
          ['topic', TOPIC],
          ['private', '0'],
        ],
        headers,
      ),
    ).toBe(want);
  });

  test.each([
    'topic=foo',
    'matchURLPattern=foo',
    'Match=foo',
    'match_uritemplate=foo',
    'other=foo',
    'match_urlpattern=https://cms.test/(',
    `match=${'a&match='.repeat(100)}a`,
    `match_urlpattern=/${'a'.repeat(4096)}`,
  ])('rejects %s with 400', async (query) => {
    expect((await hub.fetch(`/.well-known/mercure?${query}`)).status).toBe(400);
  });

  test('responds with an event stream that is not cached', async () => {
    const { response } = await hub.subscribe('match=foo');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect((await hub.fetch('/.well-known/mercure?match=foo', { method: 'HEAD' })).status).toBe(200);
  });

  test('replays updates after a cursor, with the current permissions', async () => {
    for (const [id, isPrivate] of [
      ['r1', 0],
      ['r2', 1],
      ['r3', 0],
    ] as const) {
      await hub.publish({ topic: 'replay', id, data: id, ...(isPrivate ? { private: 'on' } : {}) });
    }
    const anonymous = await hub.subscribe('match=replay', { 'Last-Event-ID': 'r1' });
    expect(anonymous.response.headers.get('mercure-last-event-id')).toBe('r1');
    expect(await anonymous.until('r3')).not.toContain('r2');
    const reader = bearer(token([detail('subscribe', { match: 'replay' })]));
    expect(await (await hub.subscribe('match=replay&last_event_id=r1', reader)).until('r3')).toContain('r2');
    const header = await hub.subscribe('match=replay&last_event_id=earliest', { 'Last-Event-ID': 'r2' });
    expect(await header.until('r3')).not.toContain('r1');
    expect(await (await hub.subscribe('match=replay&last_event_id=earliest')).until('r3')).toContain('r1');
    const unknown = await hub.subscribe('match=replay', { 'Last-Event-ID': 'nobody knows' });
    expect(unknown.response.headers.get('mercure-last-event-id')).toBe('earliest');
  });

  test('ends the stream when the token expires', async () => {
    const exp = Math.floor(Date.now() / 1000) + 2;
    const stream = await hub.subscribe('match=foo', bearer(token([], { claims: { exp } })));
    // Hubs end it with their last byte, or by closing the connection.
    expect(withoutComments(await stream.rest().catch(() => ''))).toBe('');
  });
});

describe('tokens', () => {
  const good = [detail('subscribe', ALL)];
  test.each([
    ['another typ', token(good, { typ: 'JWT' })],
    ['another issuer', token(good, { claims: { iss: 'https://other.test' } })],
    ['another audience', token(good, { claims: { aud: 'https://other.test' } })],
    ['another secret', token(good, { secret: 'another secret of thirty-two bytes' })],
    ['a past expiry date', token(good, { claims: { exp: 1 } })],
    ['no expiry date', token(good, { claims: { exp: undefined } })],
    [
      'no signature',
      `${btoa('{"alg":"none","typ":"at+jwt"}').replaceAll('=', '')}.${token(good).split('.')[1]}.`,
    ],
    ['an empty list of topics', token([detail('subscribe')])],
    ['a topic that is a string', token([detail('subscribe', 'foo')])],
    [
      'one invalid detail among valid ones',
      token([...good, detail('subscribe', { match: 'a', match_type: 'Exact' })]),
    ],
    ['an invalid pattern', token([detail('subscribe', { match: '/(', match_type: 'urlpattern' })])],
  ])('of %s are rejected with 401, although anonymous clients can subscribe', async (_, value) => {
    for (const headers of [bearer(value), { Cookie: `hub_token=${value}` }]) {
      const answer = await hub.fetch('/.well-known/mercure?match=foo', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe(
        'Bearer error="invalid_token", resource_metadata="https://hub.test/.well-known/oauth-protected-resource/.well-known/mercure"',
      );
    }
  });

  test('in the header take precedence over the cookie, even if the header is invalid', async () => {
    const Cookie = `hub_token=${token(good)}`;
    const answer = await hub.fetch('/.well-known/mercure?match=foo', {
      headers: { Cookie, Authorization: 'Bearer x' },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_request"');
  });

  test('are required if anonymous clients cannot subscribe', async () => {
    const closed = await startHub({ anonymous: false });
    const answer = await closed.fetch('/.well-known/mercure?match=foo');
    await closed.close();
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata=/);
  });
});

describe('POST /.well-known/mercure', () => {
  test('returns the id, and sends lines with any line ending', async () => {
    const stream = await hub.subscribe('match=lines');
    const answer = await hub.publish({
      topic: 'lines',
      id: 'my-id',
      data: 'a\r\nb\rc\nd',
      type: 'news',
      retry: '10',
    });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toBe('my-id');
    expect(withoutComments(await stream.until('data: d\n\n'))).toBe(
      'event: news\nretry: 10\nid: my-id\ndata: a\ndata: b\ndata: c\ndata: d\n\n',
    );
    expect(await (await hub.publish({ topic: 'lines' })).text()).toMatch(/^urn:uuid:/);
  });

  test.each([
    { data: 'no topic' },
    { topic: '*' },
    { topic: 'a\nb' },
    { topic: 'a\u200db' },
    { topic: RESOURCE },
    { topic: 'https://elsewhere.test/.well-known/mercure/subscriptions' },
    { topic: '/.well-known/%6dercure' },
    { topic: '/a/../.well-known/mercure/x' },
    { topic: 'a', type: 'mercure' },
    { topic: 'a', id: '#x' },
    { topic: 'a', id: 'earliest' },
    { topic: 'a', id: 'a\r\nb' },
    { topic: 'a', retry: '1s' },
  ])('rejects %j with 400', async (fields) => {
    expect((await hub.publish(fields as Record<string, string>)).status).toBe(400);
  });

  test('rejects forbidden topics, missing tokens, large bodies and other media types', async () => {
    const some = token([detail('publish', { match: 'a' })]);
    const denied = await hub.publish(
      [
        ['topic', 'a'],
        ['topic', 'b'],
      ],
      some,
    );
    expect(denied.status).toBe(403);
    expect(denied.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
    expect((await hub.fetch('/.well-known/mercure', { method: 'POST', body: 'topic=a' })).status).toBe(401);
    expect((await hub.publish({ topic: 'a', data: 'x'.repeat(1024 * 1024) })).status).toBe(413);
    const headers = { ...bearer(token([detail('publish', ALL)])), 'Content-Type': 'application/json' };
    expect((await hub.fetch('/.well-known/mercure', { method: 'POST', headers, body: '{}' })).status).toBe(
      400,
    );
  });

  test('accepts a cookie from known pages only', async () => {
    const Cookie = `hub_token=${token([detail('publish', ALL)])}`;
    const post = (headers: Record<string, string>): Promise<Response> =>
      hub.fetch('/.well-known/mercure', {
        method: 'POST',
        headers: { Cookie, ...headers },
        body: new URLSearchParams({ topic: 'a' }),
      });
    expect((await post({ Origin: FRONT_END })).status).toBe(200);
    expect((await post({ Origin: 'https://evil.test' })).status).toBe(400);
    expect((await post({})).status).toBe(400);
  });
});

describe('access to the hub', () => {
  test('allows pages of permitted origins to read it with credentials, and no others', async () => {
    const ask = (Origin: string): Promise<Response> =>
      hub.fetch('/.well-known/mercure', { method: 'OPTIONS', headers: { Origin } });
    const allowed = await ask(FRONT_END);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(FRONT_END);
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true');
    expect((await ask('https://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('is described by a metadata document with the resource and the cookie', async () => {
    const answer = await hub.fetch('/.well-known/oauth-protected-resource/.well-known/mercure');
    expect(await answer.json()).toMatchObject({ resource: RESOURCE, mercure_cookie: 'hub_token' });
  });

  test('does not include the subscription API', async () => {
    expect((await hub.fetch('/.well-known/mercure/subscriptions')).status).toBe(404);
  });

  const limits = 'one who does not read is dropped, and more than the limit are refused';
  test.skipIf(IS_REFERENCE)(
    IS_REFERENCE ? `${limits} (skipped: no such limits are set there)` : limits,
    async () => {
      const small = await startHub({ limits: { historyBytes: 2 * 1024 * 1024, subscribers: 1 } });
      const slow = await small.subscribe('match=*');
      expect((await small.fetch('/.well-known/mercure?match=a')).status).toBe(429);
      let status = 429;
      for (let round = 0; round < 100 && status === 429; round += 1) {
        await small.publish({ topic: 'a', data: 'x'.repeat(1_000_000) });
        status = (await small.fetch('/.well-known/mercure?match=a', { method: 'HEAD' })).status;
      }
      expect(status).toBe(200);
      await expect(slow.rest()).rejects.toThrow();
      await small.close();
    },
  );
});
