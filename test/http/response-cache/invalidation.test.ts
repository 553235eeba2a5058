import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHttpServer } from '../../../runtime/adapters/http/server.js';
import { createTestClient } from '../../support/test-client.js';
import { createBuilders, uniqueName, type Builders } from '../../support/builders.js';
import { testDatabaseName } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { isKeeping, isKept, startCachingApp, untilKept } from './support.js';

const ADMIN = { as: 'admin' } as const;
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let build: Builders;
beforeAll(async () => {
  app = await startCachingApp({ manifest: testTypes });
  other = await startCachingApp({ manifest: testTypes, databaseUrl: app.config.database.url });
  build = createBuilders(app);
  for (const each of [app, other]) await each.token('admin');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Makes a process cache the responses. */
async function keep(paths: readonly string[], by = app): Promise<void> {
  await isKeeping(by);
  for (const path of paths) await untilKept(by, path);
}

describe.each(['the same process', 'another process'])('a write of %s', (name) => {
  const writer = (): TestApp => (name === 'the same process' ? app : other);
  /**
   * PostgreSQL notifies the others within milliseconds after the commit. On other databases the writer's
   * response comes later.
   */
  const see = async (read: () => Promise<unknown>, wanted: unknown): Promise<void> => {
    if (testDatabaseName() === 'postgres' && name === 'another process')
      await expect.poll(read).toEqual(wanted);
    else expect(await read()).toEqual(wanted);
  };

  test('appears in items and lists, and does not affect others', async () => {
    const [page, group] = [await build.aPage({ title: 'first' }), await build.aGroup()];
    const list = `/_/pages?reference=${String(page.reference)}`;
    await keep([page['@id'], list, group['@id']]);
    expect((await writer().patch(page['@id'], { title: 'second' }, ADMIN)).status).toBe(200);
    await see(async () => (await app.get(page['@id'])).body.title, 'second');
    expect((await app.get(list)).text).toContain('second');
    expect(await isKept(app, group['@id'])).toBe(true);
  });

  test('that creates a record appears in lists, and one that deletes it results in 404', async () => {
    await keep(['/_/layouts']);
    const reference = uniqueName('layout');
    const { body } = await writer().post('/_/layouts', { reference, uiComponent: 'Primary' }, ADMIN);
    await see(async () => (await app.get('/_/layouts')).text.includes(reference), true);
    await keep([body['@id'], '/_/layouts']);
    expect((await writer().delete(body['@id'], ADMIN)).status).toBe(204);
    await see(async () => (await app.get(body['@id'])).status, 404);
    expect((await app.get('/_/layouts')).text).not.toContain(reference);
  });

  test('of a relation appears where it is shown', async () => {
    const widget = await build.aWidget();
    const group = await build.aGroup();
    const position = await build.aPosition(group, { component: widget['@id'] });
    await keep([group['@id'], position['@id'], widget['@id']]);
    const second = await build.aWidget();
    const change = { component: second['@id'] };
    expect((await writer().patch(position['@id'], change, ADMIN)).status).toBe(200);
    await see(async () => (await app.get(position['@id'])).body.component, second['@id']);
  });

  test('of many records in one transaction appears at its end, and not at all if it is rolled back', async () => {
    const page = await build.aPage({ title: 'before' });
    await keep([page['@id']]);
    const change = (title: string, fails: boolean): Promise<void> =>
      writer().app.inTransaction(async (within) => {
        const { config } = app;
        const server = createHttpServer({ listener: within.express, config });
        const { url: origin } = await server.listen(0, '127.0.0.1');
        const client = createTestClient({ app: within, origin, prefix: config.apiPrefix });
        expect((await client.patch(page['@id'], { title }, ADMIN)).status).toBe(200);
        expect((await client.get(page['@id'])).body.title).toBe(title);
        await server.close(0);
        if (fails) throw new Error('undone');
      });
    await expect(change('never', true)).rejects.toThrow('undone');
    expect((await app.get(page['@id'])).body.title).toBe('before');
    await change('after', false);
    await see(async () => (await app.get(page['@id'])).body.title, 'after');
  });

  test('of rows without a report from a unit of work invalidates everything', async () => {
    const page = await build.aPage();
    await keep([page['@id']]);
    const { database, writeOutOfBand } = writer().app;
    await writeOutOfBand(database, () => Promise.resolve());
    await see(() => isKept(app, page['@id']), false);
  });
});
