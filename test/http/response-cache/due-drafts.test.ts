import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { createContent, type ContentBuilder } from '../publishing/content.js';
import { createTestClock, inMinutes, MINUTE } from '../publishing/support.js';
import { publishingManifest as manifest } from '../publishing/types.js';
import { isKept, startCachingApp } from './support.js';

const LIST = '/component/articles?perPage=100';
const SECOND = 1000;
const clock = createTestClock();
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let content: ContentBuilder;
beforeAll(async () => {
  app = await startCachingApp({ manifest, clock });
  other = await startCachingApp({ manifest, clock, databaseUrl: app.config.database.url });
  content = createContent(app);
  await content.article();
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Creates a draft that is due in this many minutes. */
async function scheduled(minutes: number): Promise<{ readonly live: string; readonly draft: string }> {
  clock.toHalfSecond();
  const live = await content.article();
  const due = { headline: 'Second', publishedAt: inMinutes(minutes, clock) };
  return { live, draft: await content.draft(live, due) };
}

describe('a draft that is due', () => {
  test('is published by any request for a cached response', async () => {
    await app.get(LIST);
    expect(await isKept(app, LIST)).toBe(true);
    const { live } = await scheduled(0.01);
    for (const reader of [app, other]) await reader.get(LIST);
    clock.forward(2 * SECOND);
    for (const reader of [other, app]) {
      expect((await reader.get(live)).body.headline).toBe('Second');
      expect((await reader.get(LIST)).text).toContain('Second');
    }
  });

  test('is published even if the list was cached by a process that did not have it', async () => {
    clock.forward(2 * SECOND);
    clock.toHalfSecond();
    await other.get(LIST); // it uses its current result for a second
    const { live, draft } = await scheduled(0.5 / 60);
    clock.forward(0.6 * SECOND);
    await other.get(LIST);
    clock.forward(0.5 * SECOND);
    await other.get(LIST);
    expect(await content.isStored(draft)).toBe(false);
    expect((await app.get(live)).body.headline).toBe('Second');
  });

  // The trigger that makes a merge fail uses SQLite syntax.
  test.runIf(testDatabaseName() === 'sqlite')('is published once that succeeds again', async () => {
    const { live } = await scheduled(1);
    const { database } = app.app;
    const run = (sql: string): Promise<unknown> => database.transaction((session) => session.run(sql));
    const id = live.slice(live.lastIndexOf('/') + 1);
    await run(
      `create trigger broken before update on ${database.table('articles')} when old.id = '${id}' begin select raise(abort, 'broken'); end`,
    );
    clock.forward(2 * MINUTE);
    for (let read = 0; read < 3; read += 1) expect((await app.get(live)).body.headline).toBe('A');
    await run('drop trigger broken');
    clock.forward(10 * SECOND);
    expect((await app.get(live)).body.headline).toBe('Second');
  });
});
