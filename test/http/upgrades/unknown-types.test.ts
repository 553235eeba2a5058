import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders, type StoredDocument } from '../../support/builders.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

let app: TestApp;
let group: StoredDocument;
let known: StoredDocument;
let unknown: StoredDocument;
beforeAll(async () => {
  app = await startTestApp();
  const { aGroup, aPosition } = createBuilders(app);
  group = await aGroup();
  const placed = async (title: string): Promise<StoredDocument> => {
    const component = await app.create('/component/titles', { title, publishedAt: 'now' });
    return aPosition(group, { component: component['@id'] });
  };
  [known, unknown] = [await placed('known'), await placed('unknown')];
  const { database } = app.app;
  // As written by a newer release that serves the same database.
  await database.transaction((session) =>
    session.run(
      `update ${database.table('abstract_component')} set dtype = 'Banner' where id = (select p.component_id from ${database.table('component_position')} p where p.id = :id)`,
      { id: unknown['@id'].split('/').at(-1) ?? '' },
    ),
  );
});
afterAll(() => app.close());

describe('a record of a type that a newer release has stored', () => {
  test.each(['GET', 'PATCH', 'DELETE'])(
    'is named, and its position temporarily rejected: %s',
    async (method) => {
      const { status, headers, body } = await send(method, unknown['@id']);
      expect(body).toMatchObject({ detail: 'This release does not support the type "Banner". Retry later.' });
      expect([status, headers.get('retry-after')]).toEqual([503, '1']);
    },
  );

  test('does not affect the rest of the group', async () => {
    expect((await send('GET', known['@id'])).status).toBe(200);
    expect((await send('GET', group['@id'])).status).toBe(200);
  });
});

function send(method: string, path: string) {
  if (method === 'GET') return app.get(path, { as: 'admin' });
  return method === 'PATCH'
    ? app.patch(path, { sortValue: 0 }, { as: 'admin' })
    : app.delete(path, { as: 'admin' });
}
