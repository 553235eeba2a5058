import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { InternalError } from '../../../runtime/kernel/errors/internal-error.js';
import { loadSampleSite } from '../../support/sample-site.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { Role, TestResponse } from '../../support/test-client.js';

let app: TestApp;
let posts: readonly { readonly path: string; readonly body: object }[];
beforeAll(async () => {
  app = await startTestApp({
    config: { user: { security: { create: 'true' } }, limits: { lock_ms: 2000, statement_ms: 60_000 } },
  });
  await loadSampleSite(app);
  posts = await documentedPosts();
}, 120_000);
afterAll(() => app.close());

type PathItem = { post?: { requestBody?: { content: Record<string, Media> } } };
type Media = { readonly example?: object; readonly schema?: { readonly $ref?: string } };
type Schema = { readonly examples?: readonly object[] };

/** Returns every POST of the OpenAPI document below the prefix, with an example of its body if there is one. */
async function documentedPosts(): Promise<typeof posts> {
  const { paths, components } = (await app.get('/docs.jsonopenapi')).body;
  const schemas: Readonly<Record<string, Schema>> = components.schemas;
  const found: { path: string; body: object }[] = [];
  for (const [address, { post }] of Object.entries<PathItem>(paths)) {
    if (post === undefined) continue;
    const { example, schema } = Object.values(post.requestBody?.content ?? {})[0] ?? {};
    const named = schemas[schema?.$ref?.split('/').at(-1) ?? '']?.examples?.[0];
    const path = await addressed(address.slice(app.config.apiPrefix.length));
    found.push({ path, body: example ?? named ?? {} });
  }
  return found;
}

/** Returns the path with the key of a stored record, if there is one. */
async function addressed(pattern: string): Promise<string> {
  const [collection = '', rest] = pattern.split(/\/\{[^}]+\}/);
  if (rest === undefined) return pattern;
  const { body } = await app.get(`${collection}?perPage=1`, { as: 'superAdmin' });
  const iri: string | undefined = body?.member?.[0]?.['@id'];
  return iri === undefined ? pattern.replace(/\{[^}]+\}/g, randomUUID()) : iri + rest;
}

const distinct = (body: object): object =>
  JSON.parse(
    JSON.stringify(body).replace(/Some (\w+)|an-old-address|someone@/g, (text) => text + randomUUID()),
  );

/** Sends the same request three times: alone, with a key, and as an operation of a batch. */
async function inEveryWay(
  { path, body }: (typeof posts)[number],
  as: Role,
): Promise<readonly TestResponse[]> {
  const own = (): object => distinct(body);
  return [
    await app.post(path, own(), { as }),
    await app.post(path, own(), { as, headers: { 'idempotency-key': randomUUID() } }),
    await app.post('/_/batch', { operations: [{ id: 'a', method: 'POST', path, body: own() }] }, { as }),
    await app.post(
      '/_/batch',
      { operations: [{ id: 'a', method: 'POST', path, body: own() }] },
      { as, headers: { 'idempotency-key': randomUUID() } },
    ),
  ];
}

describe('a POST with a key, without one and in a batch', () => {
  test.each<Role>(['anonymous', 'admin', 'superAdmin'])(
    'never waits for itself, as %s',
    async (as) => {
      const failed: string[] = [];
      for (const post of posts) {
        for (const [way, { status, text }] of (await inEveryWay(post, as)).entries())
          if (status >= 500) failed.push(`${post.path} (way ${way}): ${status} ${text}`);
      }
      expect(posts.length).toBeGreaterThan(40);
      expect(failed).toEqual([]);
    },
    300_000,
  );

  test('counts a registration once', async () => {
    const { database } = app.app;
    const hits = async (): Promise<number> =>
      Number(
        (await database.first(`select coalesce(sum(t.hits), 0) as hits from ${database.table('throttle')} t`))
          ?.hits,
      );
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const before = await hits();
      expect((await app.post('/users', { username: '' }, { headers })).status).toBe(422);
      expect((await hits()) - before).toBe(1);
    }
  });

  test('counts registrations from one network, including rejected ones and those with a key', async () => {
    const register = (headers: Record<string, string> = {}, username = randomUUID()): Promise<TestResponse> =>
      app.post('/users', { username, emailAddress: 'nonsense', plainPassword: 'secret-secret' }, { headers });
    const statuses = new Set<number>();
    let sent = 0;
    for (; sent < 110 && !statuses.has(429); sent += 1)
      statuses.add((await register(sent % 2 === 0 ? { 'idempotency-key': randomUUID() } : {})).status);
    expect([...statuses]).toEqual([422, 429]);
    expect(sent).toBeGreaterThan(40);
    expect((await register({ 'idempotency-key': randomUUID() })).status).toBe(429);
  }, 120_000);
});

describe('a transaction inside a transaction', () => {
  test('is rejected immediately outside production, and leaves nothing behind', async () => {
    const { database } = app.app;
    const nested = database.transaction(() => database.transaction(async () => 'never'));
    await expect(nested).rejects.toThrow(InternalError);
    await expect(database.transaction(async () => 'still works')).resolves.toBe('still works');
  });

  test('can be opened by work that a transaction started and did not wait for', async () => {
    const { database } = app.app;
    let later: Promise<string> = Promise.resolve('');
    await database.transaction(async () => {
      later = new Promise((resolve) => setTimeout(resolve, 20)).then(() =>
        database.transaction(async () => 'done'),
      );
    });
    await expect(later).resolves.toBe('done');
  });
});
