import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';

let app: PublishingApp;
beforeAll(async () => {
  app = await startPublishingApp();
});
afterAll(() => app.close());

const admin = { as: 'admin' } as const;

/** Makes every change of one component's row fail, as a constraint that only the database knows would. */
async function breakWrites(id: string): Promise<() => Promise<void>> {
  const { database } = app.app;
  const table = database.table('articles');
  const run = (sql: string): Promise<unknown> => database.transaction((session) => session.run(sql));
  await run(
    `create trigger broken before update on ${table} when old.id = '${id}' begin select raise(abort, 'broken'); end`,
  );
  return async () => void (await run('drop trigger broken'));
}

const isSqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite';

describe.runIf(isSqlite)('a due draft that cannot be merged', () => {
  test('leaves the published row in place until it can', async () => {
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
    expect((await app.get(draft, admin)).status).toBe(404);
  });
});
