import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { isKept, readRaw, startCachingApp } from './support.js';

let app: TestApp;
let page: string;
let other: string;
beforeAll(async () => {
  app = await startCachingApp({ config: { http_cache: { response_cache: { max_bytes: 200_000 } } } });
  const build = createBuilders(app);
  page = (await build.aPage({ title: 'asked for' }))['@id'];
  other = (await build.aPage({ title: 'another' }))['@id'];
});
afterAll(() => app.close());

test('long addresses are cached separately up to their last letter', async () => {
  const start = `?x=${'x'.repeat(4000)}`;
  const bodies = await Promise.all(
    [page, other].map(async (path) => (await readRaw(app, `${path}${start}`)).body),
  );
  for (const path of [page, other]) expect(await isKept(app, `${path}${start}`)).toBe(true);
  expect(bodies[0]).not.toBe(bodies[1]);
  const lists = ['1', '2'].map((number) => `/_/pages?y=${'y'.repeat(4000)}&page=${number}&perPage=1`);
  for (const list of lists) {
    expect(await isKept(app, list)).toBe(false);
    expect(await isKept(app, list)).toBe(true);
  }
  const [first, second] = await Promise.all(lists.map((list) => readRaw(app, list)));
  expect(first?.body).not.toBe(second?.body);
});

test('the viewed page counts up to its last letter, however long it is', async () => {
  const path = `/${'p'.repeat(1000)}`;
  for (const end of ['a', 'b']) {
    expect(await isKept(app, page, { path: `${path}${end}` })).toBe(false);
    expect(await isKept(app, page, { path: `${path}${end}` })).toBe(true);
  }
});

test('a client that requests many addresses evicts no response in use', async () => {
  await readRaw(app, page);
  for (let number = 0; number < 600; number += 1) {
    await readRaw(app, `${other}?z=${number}`);
    if (number % 50 === 0) expect(await isKept(app, page)).toBe(true);
  }
  expect(await isKept(app, page)).toBe(true);
  // Nor does it prevent caching for clients that return.
  await readRaw(app, `${page}?new`);
  await readRaw(app, `${page}?new`);
  expect(await isKept(app, `${page}?new`)).toBe(true);
});
