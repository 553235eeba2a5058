import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openScaffoldStore } from '../../../runtime/console/open-application.js';
import { defineScaffold, resource } from '../../../runtime/index.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { loadScaffold } from '../../../runtime/scaffold/scaffold.js';
import { filesOf, run } from '../bulk/support.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

const DIRTY =
  '<p class="a" data-x="1">Hello <a href="/b">b</a><script>alert(1)</script><img src="x" onerror="alert(1)"></p>';
const CLEAN = '<p class="a" data-x="1">Hello <a href="/b">b</a><img src="x"></p>';
const admin = { as: 'admin' } as const;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ config: { html: { sanitize: true } } });
});
afterAll(() => app.close());

interface Stored {
  readonly '@id': string;
  readonly html: string;
}

async function created(html: string): Promise<Stored> {
  const { status, body } = await app.post('/component/html_contents', { html }, admin);
  expect(status).toBe(201);
  return body as unknown as Stored;
}

describe('HTML of a member', () => {
  test('is sanitized by POST, PATCH and PUT, in drafts and published records', async () => {
    const made = await created(DIRTY);
    expect(made.html).toBe(CLEAN);
    const iri = made['@id'];
    const patched = await app.patch(iri, { html: `${DIRTY}2` }, admin);
    expect(patched.body.html).toBe(`${CLEAN}2`);
    const put = await app.put(iri, { html: `${DIRTY}3`, publishedAt: 'now' }, admin);
    expect([put.status, put.body.html]).toEqual([200, `${CLEAN}3`]);
    const draft = await app.patch(iri, { html: `${DIRTY}4` }, admin);
    expect(draft.body.html).toBe(`${CLEAN}4`);
    const published = await app.patch(iri, { publishedAt: 'now' }, admin);
    expect(published.body.html).toBe(`${CLEAN}4`);
    expect((await app.get(iri)).body.html).toBe(`${CLEAN}4`);
  });

  test('sent again, sanitized or not, changes nothing', async () => {
    const { '@id': iri } = await created(DIRTY);
    const before = await app.get(iri, admin);
    for (const html of [CLEAN, DIRTY]) {
      const { status, body } = await app.patch(iri, { html }, admin);
      expect([status, body]).toEqual([200, before.body]);
    }
    expect((await app.get(iri, admin)).headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('is sanitized in batches and duplicates', async () => {
    const operations = [
      { id: 'a', method: 'POST', path: '/component/html_contents', body: { html: DIRTY } },
      { id: 'b', method: 'PATCH', path: '$a', body: { html: `${DIRTY}2` } },
    ];
    const { body } = await app.post('/_/batch', { operations }, admin);
    expect(body.results.map((one: { body: Stored }) => one.body.html)).toEqual([CLEAN, `${CLEAN}2`]);
    const iri = body.results[0].body['@id'] as string;
    const copy = await app.post(`${iri}/duplicate`, { overrides: {} }, admin);
    expect(copy.body.html ?? CLEAN).not.toContain('script');
  });

  test('is sanitized by scaffolds', async () => {
    const scaffold = defineScaffold((site) => site.persist(resource('HtmlContent', { html: `${DIRTY}5` })));
    const store = await openScaffoldStore(app.app, SILENT_LOGGER);
    await loadScaffold(scaffold, { store, admin: app.config.admin });
    const { member } = (await app.get('/component/html_contents?perPage=100', admin)).body;
    expect(member.map(({ html }: Stored) => html)).toContain(`${CLEAN}5`);
  });

  test('is sanitized by imports, and importing again changes nothing', async () => {
    const lines = Array.from({ length: 3 }, (_one, index) => ({
      '@key': `h${index}`,
      html: `${DIRTY}${index}`,
    }));
    const folder = await filesOf({ 'HtmlContent.jsonl': lines });
    const { printed } = await run(app, 'import', folder, '--source', 'old');
    expect(printed[0]).toBe('HtmlContent: 3 created, 0 changed, 0 untouched');
    const { body } = await app.get('/component/html_contents?perPage=100', admin);
    const texts = body.member.map(({ html }: Stored) => html);
    expect(texts).toEqual(expect.arrayContaining([`${CLEAN}0`, `${CLEAN}1`, `${CLEAN}2`]));
    const again = await run(app, 'import', folder, '--source', 'old');
    expect(again.printed[0]).toBe('HtmlContent: 0 created, 0 changed, 3 untouched');
  });

  test('is validated in its stored form: a script alone counts as blank', async () => {
    const { '@id': iri } = await created('<script>alert(1)</script>');
    const { status, body } = await app.patch(iri, { publishedAt: 'now' }, admin);
    expect(status).toBe(422);
    expect(body.violations[0].propertyPath).toBe('html');
  });

  test('that is nested too deep results in 422 at its member, and nothing is stored', async () => {
    const { '@id': iri } = await created(CLEAN);
    const { status, body } = await app.patch(iri, { html: '<div>'.repeat(50_000) }, admin);
    expect([status, body.violations[0].propertyPath]).toEqual([422, 'html']);
    expect((await app.get(iri, admin)).body.html).toBe(CLEAN);
  });
});

describe('HTML that was stored before sanitizing was enabled', () => {
  test('remains until it is written, and is sanitized when restored from the history', async () => {
    const old = await startTestApp({ config: { html: { sanitize: false } } });
    const now = await startTestApp({
      config: { html: { sanitize: true } },
      databaseUrl: old.config.database.url,
    });
    try {
      const made = await old.create('/component/html_contents', { html: DIRTY });
      const iri = made['@id'];
      expect(made.html).toBe(DIRTY);
      expect((await now.get(iri, admin)).body.html).toBe(DIRTY);
      expect((await now.patch(iri, { html: DIRTY }, admin)).body.html).toBe(DIRTY);
      expect((await now.patch(iri, { html: '<p>new</p>' }, admin)).body.html).toBe('<p>new</p>');
      const { body } = await now.get('/_/revisions', admin);
      const number = body.revisions[0].number as number;
      expect((await now.post(`/_/revisions/${number}/undo`, undefined, admin)).status).toBe(200);
      expect((await now.get(iri, admin)).body.html).toBe(CLEAN);
      const { body: revisions } = await now.get(`${iri}/revisions`, admin);
      const first = revisions.revisions.at(-1).number as number;
      await now.patch(iri, { html: '<p>newer</p>' }, admin);
      const restored = await now.post(`${iri}/revisions/${first}/restore`, undefined, admin);
      expect([restored.status, restored.body.html]).toEqual([200, CLEAN]);
    } finally {
      await now.close();
      await old.close();
    }
  });
});
