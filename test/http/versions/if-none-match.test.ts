import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import type { TestResponse } from '../../support/test-client.js';
import { tagOf } from './support.js';

const LIST = '/_/layouts';
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const fresh = (): { reference: string; uiComponent: string } => ({
  reference: Math.random().toString(36).slice(2),
  uiComponent: 'Wide',
});
const withTag = (tag: string, more: Readonly<Record<string, string>> = {}) =>
  ({ as: 'admin', headers: { 'if-none-match': tag, ...more } }) as const;

type Write = (iri: string, options: ReturnType<typeof withTag>) => Promise<TestResponse>;
const WRITES: readonly [name: string, write: Write][] = [
  ['PATCH', (iri, options) => app.patch(iri, { uiComponent: 'Mine' }, options)],
  ['PUT', (iri, options) => app.put(iri, fresh(), options)],
  ['DELETE', (iri, options) => app.delete(iri, options)],
];

describe.each(WRITES)('If-None-Match on %s', (_name, write) => {
  test.each([
    ['*', () => '*'],
    ['the current ETag', (tag: string) => tag],
    ['the current ETag in weak form, among others', (tag: string) => `"other", W/${tag}`],
  ])('with %s results in 412, and nothing changes', async (_kind, sent) => {
    const { '@id': iri } = await app.create(LIST, fresh());
    const before = await app.get(iri, { as: 'admin' });
    const { status, body } = await write(iri, withTag(sent(tagOf(before))));
    expect([status, body.detail]).toEqual([412, 'The header If-None-Match names what is there already.']);
    expect((await app.get(iri, { as: 'admin' })).text).toBe(before.text);
  });

  test('with another version accepts the write', async () => {
    const { '@id': iri } = await app.create(LIST, fresh());
    expect((await write(iri, withTag('"77-other"'))).status).toBeLessThan(300);
  });

  test('is evaluated after If-Match and after 404', async () => {
    const { '@id': iri } = await app.create(LIST, fresh());
    const tag = tagOf(await app.get(iri, { as: 'admin' }));
    const both = await write(iri, withTag('*', { 'if-match': tag }));
    expect([both.status, both.body.version]).toEqual([412, undefined]);
    const late = await write(iri, withTag('*', { 'if-match': '"99"' }));
    expect([late.status, late.body.version]).toEqual([412, 1]);
    const missing = `${LIST}/00000000-0000-4000-8000-000000000000`;
    expect((await write(missing, withTag('*'))).status).toBe(404);
  });

  test('without entity tags results in 400', async () => {
    const { '@id': iri } = await app.create(LIST, fresh());
    expect((await write(iri, withTag('nonsense'))).status).toBe(400);
  });
});

describe('If-None-Match on POST', () => {
  test('with * results in 412, because the collection exists, and creates nothing', async () => {
    const body = fresh();
    expect((await app.post(LIST, body, withTag('*'))).status).toBe(412);
    expect((await app.post(LIST, body, withTag('"of-a-list"'))).status).toBe(201);
    expect((await app.post(LIST, fresh(), { headers: { 'if-none-match': '*' } })).status).toBe(401);
  });

  test('has the same result in a batch', async () => {
    const { '@id': iri } = await app.create(LIST, fresh());
    const headers = { 'If-None-Match': '*' };
    const operations = [{ id: 'a', method: 'PATCH', path: iri, body: { uiComponent: 'Mine' }, headers }];
    const { status, body } = await app.post('/_/batch', { operations }, { as: 'admin' });
    expect([status, body.operation]).toEqual([412, 0]);
  });
});
