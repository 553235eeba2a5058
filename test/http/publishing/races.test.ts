import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
let content: ContentBuilder;
const admin = { as: 'admin' } as const;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
});
afterAll(() => app.close());

/** Returns the number of drafts of a published row. */
async function draftsOf(live: string): Promise<number> {
  const { database } = app.app;
  const sql = `select count(*) as total from ${database.table('abstract_component')} where published_resource_id = :id`;
  const row = await database.first<{ total: number }>(sql, { id: live.slice(live.lastIndexOf('/') + 1) });
  return Number(row?.total);
}

const ANSWERS = [200, 204, 404];

describe('simultaneous writes of both rows of a pair', () => {
  test('edits, publications and discards succeed or get 404, and leave at most one draft', async () => {
    for (let round = 0; round < 5; round += 1) {
      const live = await content.article();
      await content.position({ component: live });
      const draft = await content.draft(live, { headline: 'draft' });
      const answers = await Promise.all([
        app.patch(live, { headline: 'one' }, admin),
        app.patch(draft, { body: 'two' }, admin),
        app.patch(live, { publishedAt: 'now' }, admin),
        app.patch(draft, { publishedAt: 'now' }, admin),
        app.delete(draft, admin),
        app.get(live, admin),
        app.patch(live, { headline: 'three' }, admin),
        app.patch(`${live}?published=true`, { body: 'in place' }, admin),
      ]);
      for (const { status } of answers) expect(ANSWERS).toContain(status);
      expect(await draftsOf(live)).toBeLessThanOrEqual(1);
      expect((await app.get(live)).status).toBe(200);
    }
  });

  test('deleting a published row while its draft is edited leaves one row in its positions', async () => {
    for (let round = 0; round < 5; round += 1) {
      const live = await content.article();
      const position = await content.position({ component: live });
      const draft = await content.draft(live, { headline: 'draft' });
      const answers = await Promise.all([
        app.patch(draft, { headline: 'edited' }, admin),
        app.delete(`${live}?published=true`, admin),
        app.patch(live, { headline: 'edited' }, admin),
        app.patch(position, { sortValue: 3 }, admin),
      ]);
      for (const { status } of answers) expect(ANSWERS).toContain(status);
      expect((await app.get(position, admin)).body.component).toBe(draft);
      expect((await app.get(draft, admin)).body).toMatchObject({ headline: 'edited' });
    }
  });

  test('an edit of other members is not lost to a draft that becomes due', async () => {
    const live = await content.article();
    await content.draft(live, { headline: 'due', publishedAt: inMinutes(1, app.testClock) });
    app.testClock.forward(2 * MINUTE);
    const answers = await Promise.all([
      app.get(live),
      app.patch(live, { body: 'edited' }, admin),
      app.get(live, admin),
      app.patch(live, { body: 'edited' }, admin),
      app.get('/component/articles'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await app.get(live)).body).toMatchObject({ headline: 'due', body: 'b' });
    expect((await app.get(live, admin)).body).toMatchObject({ headline: 'due', body: 'edited' });
    expect(await draftsOf(live)).toBe(1);
  });

  test('three edits of each row result in 200, whichever transaction the database aborts', async () => {
    for (let round = 0; round < 10; round += 1) {
      const live = await content.article();
      const draft = await content.draft(live, { headline: 'draft' });
      const answers = await Promise.all(
        [0, 1, 2].flatMap((at) => [
          app.patch(live, { headline: `live ${at}` }, admin),
          app.patch(draft, { body: `draft ${at}` }, admin),
          app.patch(draft, { headline: `draft ${at}`, publishedAt: inMinutes(5, app.testClock) }, admin),
        ]),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await draftsOf(live)).toBe(1);
    }
  });

  test('edits of different members of a draft are all stored', async () => {
    const live = await content.article();
    const answers = await Promise.all([
      app.patch(live, { headline: 'h' }, admin),
      app.patch(live, { body: 'x' }, admin),
      app.patch(live, { uiComponent: 'U' }, admin),
    ]);
    expect(new Set(answers.map(({ body }) => body['@id'])).size).toBe(1);
    expect((await app.get(live, admin)).body).toMatchObject({ headline: 'h', body: 'x', uiComponent: 'U' });
  });
});
