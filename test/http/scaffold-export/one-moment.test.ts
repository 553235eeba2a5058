import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../runtime/kernel/contract/database/database.js';
import { manifest } from '../../../generated/manifest.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { createSite } from '../routes/site.js';
import { exportOf } from './exported-site.js';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ manifest });
});
afterAll(() => app.close());

/** The database, with other work before each statement of a snapshot. */
function interrupted(database: Database, before: () => Promise<void>): Database {
  return {
    ...database,
    patiently: (work) => database.patiently((patient) => work(interrupted(patient, before))),
    snapshot: (work) =>
      database.snapshot((session) =>
        work({
          ...session,
          async all(sql, parameters) {
            await before();
            return session.all(sql, parameters);
          },
        }),
      ),
  };
}

test('an export has the state at one time, whatever is written in the meantime', async () => {
  const site = createSite(app);
  const pages = [await site.page({ reference: 'first' }), await site.page({ reference: 'second' })];
  const before = await exportOf(app);
  expect(before.source).toContain("'first'");

  const writes = [
    () => app.delete(String(pages[1]?.['@id']), { as: 'admin' }),
    () => app.patch(String(pages[0]?.['@id']), { title: 'Other' }, { as: 'admin' }),
    () => site.page({ reference: 'third' }),
  ];
  const database = interrupted(app.app.database, async () => void (await writes.shift()?.()));
  const during = await exportOf({ app: { ...app.app, database } });
  expect(writes).toEqual([]);
  expect(during).toMatchObject({ source: before.source, gaps: before.gaps });

  const after = await exportOf(app);
  expect(after.source).toContain("'third'");
  expect(after.source).not.toContain("'second'");
});
