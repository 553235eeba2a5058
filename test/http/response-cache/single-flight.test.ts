import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders, type Builders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { isKept, readRaw, startCachingApp, statementsOf } from './support.js';

const ADMIN = { as: 'admin' } as const;
const MANY = 100;
let app: TestApp;
let build: Builders;
beforeAll(async () => {
  app = await startCachingApp();
  build = createBuilders(app);
  await app.token('admin');
});
afterAll(() => app.close());

const all = <Result>(count: number, ask: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

describe('many simultaneous requests for the same response', () => {
  test('share one computation, each with its own request id', async () => {
    const page = await build.aPage();
    await isKept(app, page['@id']);
    await app.patch(page['@id'], { title: 'purged' }, ADMIN);
    statementsOf(app);
    const answers = await all(MANY, () => app.get(page['@id']));
    const shared = statementsOf(app).length;
    await app.patch(page['@id'], { title: 'purged again' }, ADMIN);
    statementsOf(app);
    await app.get(page['@id']);
    expect(shared).toBe(statementsOf(app).length);
    expect(new Set(answers.map(({ body }) => body.title))).toEqual(new Set(['purged']));
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(MANY);
  });

  test('each get a 304 if their version is current', async () => {
    const page = await build.aPage();
    const headers = { accept: 'application/ld+json' };
    const { headers: sent } = await readRaw(app, page['@id'], { headers });
    const etag = new Map(sent).get('ETag') ?? '';
    await app.patch('/_/layouts/none', {}, ADMIN);
    const path = `${page['@id']}?asked=together`;
    const answers = await all(MANY, (index) =>
      readRaw(app, path, { headers: index % 2 === 0 ? headers : { ...headers, 'if-none-match': etag } }),
    );
    expect(answers.map(({ status }) => status)).toEqual(
      answers.map((_answer, index) => (index % 2 === 0 ? 200 : 304)),
    );
  });

  test('each compute a private response', async () => {
    const path = '/_/pages/00000000-0000-4000-8000-000000000000';
    statementsOf(app);
    await app.get(path);
    const alone = statementsOf(app).length;
    const answers = await all(10, () => app.get(path));
    expect(statementsOf(app).length).toBe(10 * alone);
    expect(answers.every(({ status }) => status === 404)).toBe(true);
  });

  test('see what was written before they were sent, whatever is being computed', async () => {
    const page = await build.aPage({ title: '0' });
    let written = 0;
    const writing = (async () => {
      for (let title = 1; title <= 30; title += 1) {
        expect((await app.patch(page['@id'], { title: String(title) }, ADMIN)).status).toBe(200);
        written = title;
      }
    })();
    const readers = all(20, async () => {
      while (written < 30) {
        const least = written;
        expect(Number((await app.get(page['@id'])).body.title)).toBeGreaterThanOrEqual(least);
      }
    });
    await Promise.all([writing, readers]);
  });
});
