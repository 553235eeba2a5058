import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../runtime/kernel/ports/logger.js';
import { SILENT_LOGGER } from '../../../runtime/kernel/ports/logger.js';
import { isDueLookUp } from '../../support/test-app.js';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
/** Number of failed merges. */
let failures = 0;
beforeAll(async () => {
  const error = ({ msg }: LogEntry): void => void (msg.startsWith('failed to publish') && (failures += 1));
  app = await startPublishingApp({ ...SILENT_LOGGER, error });
  content = createContent(app);
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

/** Makes every change of one component's row fail, as a constraint that only the database has would. */
async function breakWrites(
  id: string,
  of: 'articles' | 'story_datas' = 'articles',
): Promise<() => Promise<void>> {
  const { database } = app.app;
  const table = database.table(of);
  const run = (sql: string): Promise<unknown> => database.transaction((session) => session.run(sql));
  await run(
    `create trigger broken before update on ${table} when old.id = '${id}' begin select raise(abort, 'broken'); end`,
  );
  return async () => {
    await run('drop trigger broken');
    // No process is notified of the repair, so the next attempt runs at its time.
    app.testClock.forward(10 * MINUTE);
  };
}

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite';

// The trigger that makes a merge fail uses SQLite syntax; the code that handles a failure is the same.
describe.runIf(isSqlite)('a due draft that cannot be merged', () => {
  test('keeps the published row until it can be merged', async () => {
    const body = { headline: 'First', body: 'text', publishedAt: 'now' };
    const live = (await app.create('/component/articles', body))['@id'];
    const due = { headline: 'Second', publishedAt: inMinutes(1, app.testClock) };
    const draft = (await app.patch(live, due, admin)).body['@id'];
    const repair = await breakWrites(live.slice(live.lastIndexOf('/') + 1));
    app.testClock.forward(2 * MINUTE);
    for (const caller of [{}, admin]) {
      const { status, body: shown } = await app.get(live, caller);
      expect(status).toBe(200);
      expect(shown).toMatchObject({ '@id': live, headline: 'First' });
    }
    expect((await app.get(draft)).body['@id']).toBe(live);
    const list = await app.get('/component/articles');
    expect(list.body.member).toMatchObject([{ '@id': live, headline: 'First' }]);
    expect(list.text).not.toContain(draft);
    await repair();
    expect((await app.get(live)).body.headline).toBe('Second');
    // Reads in progress are redirected to it (contract decision 94); this one comes later.
    app.testClock.forward(MINUTE);
    expect((await app.get(draft, admin)).status).toBe(404);
  });

  test('is represented by its published row wherever it is referenced', async () => {
    const live = await content.article();
    const draft = await content.draft(live, { headline: 'Second', publishedAt: inMinutes(1, app.testClock) });
    const page = await content.page({ isTemplate: false });
    const path = await content.route({ page });
    const componentGroup = await content.group({ pages: [page] });
    const positions = [
      await content.position({ component: live, componentGroup }),
      await content.position({ component: draft }),
    ];
    const story = await content.story({ lead: draft });
    const repair = await breakWrites(live.slice(live.lastIndexOf('/') + 1));
    app.testClock.forward(2 * MINUTE);
    for (const caller of [{}, admin]) {
      for (const position of positions) expect((await app.get(position, caller)).body.component).toBe(live);
      expect((await app.get(story, caller)).body.lead).toBe(live);
      const manifest = await app.get(`/_/resource_manifest/${path}`, caller);
      expect(manifest.text).toContain(live);
      expect(manifest.text).not.toContain(draft);
      const list = await app.get('/component/articles?perPage=100', caller);
      const listed = list.body.member.map((member: { '@id': string }) => member['@id']);
      expect([listed.includes(live), listed.includes(draft)]).toEqual([true, false]);
    }
    await repair();
    expect((await app.get(`/_/resource_manifest/${path}`)).status).toBe(200);
    expect(await content.isStored(draft)).toBe(false);
  });

  test('adds no statement to requests, and is retried at increasing intervals', async () => {
    const live = await content.article();
    const draft = await content.draft(live, { headline: 'Second', publishedAt: inMinutes(1, app.testClock) });
    const repair = await breakWrites(live.slice(live.lastIndexOf('/') + 1));
    app.testClock.forward(2 * MINUTE);
    await app.get(live);
    const before = failures;
    app.takeStatements();
    for (let read = 0; read < 10; read += 1)
      for (const requested of [live, draft]) expect((await app.get(requested, admin)).body['@id']).toBe(live);
    expect(app.takeStatements('and look-ups').filter(isDueLookUp)).toEqual([]);
    for (let second = 0; second < 20; second += 1) {
      app.testClock.forward(1_000);
      expect((await app.get(live)).body.headline).toBe('A');
    }
    // After 1, 2, 4 and 8 seconds.
    expect(failures - before).toBe(4);
    await repair();
    expect((await app.get(live)).body.headline).toBe('Second');
  });

  test('can get a new date by the address of either row, and is a draft then', async () => {
    for (const requested of ['live', 'draft'] as const) {
      const live = await content.article();
      const draft = await content.draft(live, {
        headline: 'Second',
        publishedAt: inMinutes(1, app.testClock),
      });
      const repair = await breakWrites(live.slice(live.lastIndexOf('/') + 1));
      app.testClock.forward(2 * MINUTE);
      await app.get(live);
      const later = { publishedAt: inMinutes(30, app.testClock) };
      const { status, body } = await app.patch({ live, draft }[requested], later, admin);
      expect([status, body['@id']]).toEqual([200, draft]);
      expect((await app.get(draft)).status).toBe(404);
      expect((await app.get(draft, admin)).body['@id']).toBe(draft);
      await repair();
      expect((await app.get(draft, admin)).body['@id']).toBe(draft);
    }
  });

  test('because the database is read-only does not affect reads', async () => {
    const live = await content.article();
    const others = [await content.article(), await content.article()];
    const due = inMinutes(1, app.testClock);
    for (const one of [live, ...others]) await content.draft(one, { headline: 'Second', publishedAt: due });
    app.testClock.forward(2 * MINUTE);
    const before = failures;
    await app.app.database.transaction((session) => session.all('pragma query_only = on'));
    const answers = [await app.get(live), await app.get('/component/articles?perPage=100')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.body.headline).toBe('A');
    // The others wait, because each would fail the same way.
    expect(failures - before).toBe(1);
    app.testClock.forward(MINUTE);
    for (const one of [live, ...others]) expect((await app.get(one)).body.headline).toBe('Second');
  });

  test('keeps the published page data', async () => {
    const before = await content.article();
    const live = await content.story({ lead: before });
    const path = await content.route({ pageData: live });
    const draft = await content.draft(live, {
      lead: await content.article(),
      publishedAt: inMinutes(1, app.testClock),
    });
    const position = await content.position({ pageDataClass: 'StoryData', pageDataProperty: 'lead' });
    const repair = await breakWrites(live.slice(live.lastIndexOf('/') + 1), 'story_datas');
    app.testClock.forward(2 * MINUTE);
    for (const caller of [{}, admin]) {
      for (const header of [path, live, draft]) {
        const shown = await app.get(position, { ...caller, headers: { path: header } });
        expect([header, shown.body.component]).toEqual([header, before]);
      }
      for (const id of [path, draft.slice(draft.lastIndexOf('/') + 1)]) {
        const manifest = await app.get(`/_/resource_manifest/${id}`, caller);
        expect(manifest.text).toContain(live);
        expect(manifest.text).not.toContain(draft);
      }
    }
    await repair();
    expect((await app.get(position, { headers: { path } })).body.component).not.toBe(before);
  });
});
