import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { RequestOptions } from '../../support/test-client.js';
import { createTestClock, MINUTE, type TestClock } from '../publishing/support.js';

let app: TestApp;
let clock: TestClock;
beforeAll(async () => {
  clock = createTestClock();
  app = await startTestApp({ clock });
});
afterAll(() => app.close());

interface OpenApiOperation {
  readonly parameters?: readonly object[];
  readonly responses: object;
}

const withKey = (key: string, as: RequestOptions['as'] = 'admin'): RequestOptions => ({
  as: as ?? 'admin',
  headers: { 'Idempotency-Key': key },
});

const title = (text: string) => ({ title: text, publishedAt: 'now' });

const countTitles = async (): Promise<number> =>
  (await app.get('/component/titles?perPage=1', { as: 'admin' })).body.totalItems as number;

const isReplay = ({ headers }: { readonly headers: Headers }): string | null =>
  headers.get('idempotency-replayed');

describe('Idempotency-Key', () => {
  test('runs a POST once, and returns the same response for repeats', async () => {
    const before = await countTitles();
    const key = randomUUID();
    const first = await app.post('/component/titles', title('A'), withKey(key));
    const second = await app.post('/component/titles', title('A'), withKey(key));
    expect([first.status, isReplay(first)]).toEqual([201, null]);
    expect([second.status, isReplay(second)]).toEqual([201, 'true']);
    expect(second.text).toBe(first.text);
    for (const name of ['location', 'content-location', 'etag', 'content-type'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect(await countTitles()).toBe(before + 1);
  });

  test('does not affect how the newest revision describes the write', async () => {
    await app.post('/component/titles', title('A'), withKey(randomUUID()));
    const [newest] = (await app.get('/_/revisions?kind=change', { as: 'admin' })).body.revisions;
    expect([newest.useCase, newest.changes]).toEqual(['create', 1]);
  });

  test('results in 422 with another body, address or query, and stores nothing', async () => {
    const key = randomUUID();
    await app.post('/component/titles', title('A'), withKey(key));
    const before = await countTitles();
    for (const [path, body] of [
      ['/component/titles', title('B')],
      ['/component/html_contents', title('A')],
      ['/component/titles?a=b', title('A')],
    ] as const)
      expect(await app.post(path, body, withKey(key))).toMatchObject({ status: 422 });
    expect(await countTitles()).toBe(before);
  });

  test('belongs to its caller only', async () => {
    const key = randomUUID();
    const first = await app.post('/component/titles', title('A'), withKey(key));
    const other = await app.post('/component/titles', title('A'), withKey(key, 'superAdmin'));
    expect([isReplay(other), other.body['@id'] === first.body['@id']]).toEqual([null, false]);
    expect((await app.post('/component/titles', title('A'), withKey(key, 'anonymous'))).status).toBe(401);
  });

  test('lets one of many simultaneous requests run', async () => {
    const before = await countTitles();
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => app.post('/component/titles', title('A'), withKey(key))),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect(answers.filter((one) => one.status === 201 && isReplay(one) === null)).toHaveLength(1);
    for (const one of answers.filter(({ status }) => status === 409))
      expect(one.headers.get('retry-after')).toBe('1');
    expect(await countTitles()).toBe(before + 1);
  });

  test('stores no error: the same request runs again', async () => {
    const key = randomUUID();
    const group = { reference: randomUUID(), location: '' };
    expect((await app.post('/_/component_groups', group, withKey(key))).status).toBe(422);
    const right = { ...group, location: 'top' };
    expect((await app.post('/_/component_groups', right, withKey(key))).status).toBe(201);
  });

  test('works for batches, duplicates and accounts', async () => {
    const operations = [{ id: 'a', method: 'POST', path: '/component/titles', body: title('A') }];
    const page = await createBuilders(app).aPage();
    const name = randomUUID().slice(0, 8);
    const user = { username: name, emailAddress: `${name}@example.com`, plainPassword: 'secret-secret' };
    for (const [path, body, as] of [
      ['/_/batch', { operations }, 'admin'],
      [`${page['@id']}/duplicate`, {}, 'admin'],
      ['/users', user, 'superAdmin'],
    ] as const) {
      const key = randomUUID();
      const first = await app.post(path, body, withKey(key, as));
      const second = await app.post(path, body, withKey(key, as));
      expect([path, first.status < 300, isReplay(first)]).toEqual([path, true, null]);
      expect([path, second.status, isReplay(second)]).toEqual([path, first.status, 'true']);
      expect(second.text).toBe(first.text);
    }
  });

  test('expires after 24 hours', async () => {
    const key = randomUUID();
    const first = await app.post('/component/titles', title('A'), withKey(key));
    clock.forward(24 * 60 * MINUTE);
    const later = await app.post('/component/titles', title('B'), withKey(key));
    expect([later.status, isReplay(later), later.body['@id'] === first.body['@id']]).toEqual([
      201,
      null,
      false,
    ]);
  });

  test('is stored hashed, and its responses can be decrypted only with the key', async () => {
    const key = randomUUID();
    const { body } = await app.post('/component/titles', title('Unseen'), withKey(key));
    const { database } = app.app;
    const rows = JSON.stringify(await database.all(`select * from ${database.table('idempotency_key')}`));
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('Unseen');
    expect(rows).not.toContain(body['@id']);
  });

  test.each([['short'], ['a b'.repeat(10)], ['x'.repeat(256)]])('%s is not a valid key: 400', async (key) => {
    const before = await countTitles();
    expect((await app.post('/component/titles', title('A'), withKey(key))).status).toBe(400);
    expect(await countTitles()).toBe(before);
  });

  test('of a request whose process has ended is taken over when its lease expires', async () => {
    const key = randomUUID();
    await app.post('/component/titles', title('A'), withKey(key));
    const { database } = app.app;
    const table = database.table('idempotency_key');
    // A process that ends immediately leaves such a row: claimed, without a response.
    await database.transaction((session) => session.run(`update ${table} set answer = null`));
    expect((await app.post('/component/titles', title('A'), withKey(key))).status).toBe(409);
    clock.forward(5 * MINUTE);
    const again = await app.post('/component/titles', title('A'), withKey(key));
    expect([again.status, isReplay(again)]).toEqual([201, null]);
  });

  test('is documented for each POST that accepts it, with its errors, and for nothing else', async () => {
    const { paths, components } = (await app.get('/docs.jsonopenapi')).body;
    const reference = { $ref: '#/components/parameters/IdempotencyKey' };
    const taking: string[] = [];
    for (const [path, item] of Object.entries<Record<string, OpenApiOperation>>(paths)) {
      for (const [method, operation] of Object.entries(item)) {
        if (!JSON.stringify(operation.parameters ?? []).includes(reference.$ref)) continue;
        taking.push(`${method} ${path.replace('/_api', '')}`);
        expect(operation.parameters).toContainEqual(reference);
        expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['400', '409', '422']));
      }
    }
    const posts = Object.entries<object>(paths).flatMap(([path, item]) => ('post' in item ? [path] : []));
    const others = posts.filter((path) => !taking.includes(`post ${path.replace('/_api', '')}`));
    expect(taking.filter((one) => !one.startsWith('post '))).toEqual([]);
    for (const one of [
      '/component/titles',
      '/users',
      '/_/batch',
      '/component/forms/{id}/submit',
      '/password/update',
    ])
      expect(taking).toContain(`post ${one}`);
    expect(others.every((path) => /^\/_api\/(?:login|logout|token\/refresh)\b/.test(path))).toBe(true);
    expect(others).toContain('/_api/login');
    const { schema } = components.parameters.IdempotencyKey;
    for (const [key, status] of [
      ['k'.repeat(16), 201],
      ['k'.repeat(15), 400],
      ['k'.repeat(256), 400],
    ] as const) {
      const isKey = new RegExp(schema.pattern as string).test(key);
      expect([key, isKey]).toEqual([key, status === 201]);
      expect((await app.post('/component/titles', title('A'), withKey(key))).status).toBe(status);
    }
  });
});
