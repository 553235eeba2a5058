import { request as send } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifest as sampleManifest } from '../../../generated/manifest.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { openToWriters } from '../publishing/types.js';

const MIB = 1024 * 1024;
const [user, admin] = [{ as: 'user' }, { as: 'admin' }] as const;

let app: TestApp;
beforeAll(async () => {
  // Every signed-in user can write texts, so that only limits distinguish callers.
  const resources = sampleManifest.resources.map((one) =>
    one.name === 'HtmlContent' ? openToWriters(one) : one,
  );
  app = await startTestApp({ manifest: { ...sampleManifest, resources } });
  await Promise.all([app.token('user'), app.token('admin')]);
}, 60_000);
afterAll(() => app.close());

const html = (bytes: number): object => ({ html: 'x'.repeat(bytes) });
const create = (path: string, body: object): object => ({ id: 'a', method: 'POST', path, body });

/** Returns the status of a request that announces a body and never sends it. */
async function announce(bytes: number, token: string | undefined): Promise<number | undefined> {
  const headers = {
    'content-type': 'application/ld+json',
    'content-length': String(bytes),
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  return new Promise((resolve, reject) => {
    const url = `${app.origin}${app.config.apiPrefix}/component/html_contents`;
    const request = send(url, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode);
      request.destroy();
    });
    request.on('error', reject);
    request.flushHeaders();
  });
}

describe('the size of a JSON body', () => {
  test('is limited by caller', async () => {
    const post = async (bytes: number, by: typeof user | typeof admin): Promise<number> =>
      (await app.post('/component/html_contents', html(bytes), by)).status;
    expect(await post(MIB - 1000, user)).toBe(201);
    expect(await post(MIB, user)).toBe(413);
    expect(await post(1.5 * MIB, admin)).toBe(201);
    expect(await post(16 * MIB, admin)).toBe(413);
  });

  test('has the same limit for a merge patch', async () => {
    const { '@id': iri } = await app.create('/component/html_contents', { html: 'x', publishedAt: 'now' });
    const patch = async (bytes: number, by: typeof user | typeof admin): Promise<number> =>
      (await app.patch(iri, html(bytes), by)).status;
    expect(await patch(MIB, user)).toBe(413);
    expect(await patch(1.5 * MIB, admin)).toBe(200);
  });

  test('is checked before any of it is sent', async () => {
    expect(await announce(MIB + 1, await app.token('user'))).toBe(413);
    expect(await announce(16 * MIB + 1, await app.token('admin'))).toBe(413);
  });

  test('can be larger for a batch, whose operations have their own limits', async () => {
    const many = ['a', 'b', 'c'].map((id) => ({
      ...create('/component/html_contents', html(MIB / 2)),
      id,
    }));
    expect((await app.post('/_/batch', { operations: many }, user)).status).toBe(200);
    const one = { operations: [create('/component/html_contents', html(MIB))] };
    const refused = await app.post('/_/batch', one, user);
    expect([refused.status, refused.body.operation]).toEqual([413, 0]);
    expect((await app.post('/_/batch', one, admin)).status).toBe(200);
    expect((await app.post('/_/batch', { operations: [], note: 'x'.repeat(16 * MIB) }, admin)).status).toBe(
      413,
    );
  });
});

describe('the number of values in a JSON body', () => {
  const members = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, 1]));

  test.each([
    ['entries of a list', { html: 'x', other: Array.from({ length: 100_000 }, () => 1) }],
    ['objects in a list', { html: 'x', other: Array.from({ length: 60_000 }, () => ({})) }],
    ['members', members(100_001)],
  ])('is limited: %s', async (_kind, body) => {
    const { status, body: problem } = await app.post('/component/html_contents', body, admin);
    expect([status, problem.detail]).toEqual([
      400,
      'The request body has more than 100000 members and list entries.',
    ]);
  });

  test('does not include the content of strings or escaped quotes', async () => {
    const text = '{[,"\\'.repeat(50_000);
    const { status, body } = await app.post('/component/html_contents', { html: text }, admin);
    expect([status, body.html === text]).toEqual([201, true]);
  });

  test('is limited by the type: hundreds of unknown members are rejected, some are ignored', async () => {
    const { '@id': iri } = await app.create('/component/titles', { title: 'T', publishedAt: 'now' });
    for (const write of [
      app.post.bind(app, '/component/titles'),
      app.patch.bind(app, iri),
      app.put.bind(app, iri),
    ]) {
      const few = await write({ title: 'T', ...members(50) }, admin);
      expect([few.status < 300, few.headers.get('x-ignored') !== null]).toEqual([true, true]);
      const many = await write({ title: 'T', ...members(5000) }, admin);
      expect([many.status, many.body.detail]).toEqual([
        400,
        expect.stringMatching(/^A Title has fewer than \d+ members\.$/),
      ]);
    }
  });

  test('is limited for a batch as a whole', async () => {
    const operations = [create('/component/titles', { title: 'T', ...members(100_000) })];
    expect((await app.post('/_/batch', { operations }, admin)).status).toBe(400);
  });
});

describe('rejecting a body is cheap', () => {
  const DIGITS = `${'1'.repeat(308)}.5,`;
  test.each([
    ['a long string', () => `{"uiComponent":"X","reference":"${'a'.repeat(15 * MIB)}"}`, 422],
    ['numbers with many digits', () => `{"a":[${DIGITS.repeat(3300)}1],"reference":""}`, 422],
    ['escapes', () => `{"uiComponent":"X","reference":"${'\\u0041'.repeat(2 * MIB)}"}`, 422],
    ['backslashes', () => `{"uiComponent":"X","reference":"${'\\\\'.repeat(5 * MIB)}"}`, 422],
    ['an unterminated string', () => `{"uiComponent":"X","reference":"${'\\'.repeat(10 * MIB)}`, 400],
    ['brackets', () => '['.repeat(10 * MIB), 400],
    ['blanks', () => `${' '.repeat(15 * MIB)}x`, 400],
    ['accented letters', () => `{"uiComponent":"X","reference":"${'e\u0301'.repeat(3 * MIB)}"}`, 422],
  ])('%s', async (_kind, text, status) => {
    const body = text();
    const before = process.cpuUsage();
    const response = await app.post('/_/layouts', body, admin);
    const { user: used } = process.cpuUsage(before);
    expect(response.status).toBe(status);
    // CPU time of client and service together, which are one process; it was half a minute.
    expect(used / 1_000_000).toBeLessThan(3);
  });

  test('a text that is too long for its member is one violation, whatever its other errors', async () => {
    const { status, body } = await app.post(
      '/_/layouts',
      { reference: ` ${'é'.repeat(400_000)}`, uiComponent: 'X' },
      admin,
    );
    expect(status).toBe(422);
    expect(body.violations).toEqual([
      expect.objectContaining({
        propertyPath: 'reference',
        message: 'This value is too long. It should have 255 characters or less.',
      }),
    ]);
  });
});
