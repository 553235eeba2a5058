import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBuilders, type Builders } from '../../support/builders.js';
import { speaksMysql } from '../../support/database.js';
import type { TestApp } from '../../support/test-app.js';
import { testTypes } from '../../support/test-types.js';
import { publishingManifest } from '../publishing/types.js';
import { createTestClock } from '../publishing/support.js';
import { isKeeping, startCachingApp, statementsOf } from './support.js';

const ADMIN = { as: 'admin' } as const;
/** On MariaDB a statement checks for writes of others, so counting costs no more. */
const REMEMBERS = !speaksMysql();

const clock = createTestClock();
const named = new Set(testTypes.resources.map(({ name }) => name));
const manifest = {
  ...testTypes,
  resources: [...testTypes.resources, ...publishingManifest.resources.filter(({ name }) => !named.has(name))],
};
let app: TestApp;
/** Another process on the same database. */
let other: TestApp;
let build: Builders;
beforeAll(async () => {
  app = await startCachingApp({ manifest, clock });
  other = await startCachingApp({ manifest, clock, databaseUrl: app.config.database.url });
  build = createBuilders(app);
  for (const each of [app, other]) await each.token('admin');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

/** Returns the total of a list as a signed-in caller reads it, and whether it was counted for that request. */
async function totalOf(
  path: string,
  as: 'admin' | 'user' = 'admin',
): Promise<{ readonly total: unknown; readonly isCounted: boolean }> {
  await isKeeping(app);
  app.takeStatements();
  const { body } = await app.get(path, { as });
  const isCounted = statementsOf(app).some((sql) => /\bas total\b/.test(sql));
  return { total: body.totalItems, isCounted };
}

describe('the total of a list for a signed-in caller', () => {
  test('is counted once until the next write, for all pages', async () => {
    await build.aPage();
    await build.aPage();
    const first = await totalOf('/_/pages?perPage=1');
    expect(await totalOf('/_/pages?perPage=1')).toEqual({ total: first.total, isCounted: !REMEMBERS });
    expect(await totalOf('/_/pages?perPage=1&page=2')).toEqual({ total: first.total, isCounted: !REMEMBERS });
    const { body } = await app.get('/_/pages?perPage=1&page=2', ADMIN);
    expect(body.member).toHaveLength(1);
  });

  test('is counted per filter', async () => {
    const { name } = await build.aSpecimen({ level: 'high' });
    await build.aSpecimen({ level: 'low' });
    await totalOf('/component/specimens');
    expect((await totalOf('/component/specimens?level=high')).total).toBe(1);
    expect((await totalOf(`/component/specimens?search=${String(name)}`)).total).toBe(1);
    expect((await totalOf('/component/specimens?search=none')).total).toBe(0);
    expect(await totalOf('/component/specimens?level=high')).toEqual({ total: 1, isCounted: !REMEMBERS });
  });

  test.each(['this process', 'another process'])('changes after a write of %s', async (name) => {
    const writer = name === 'this process' ? app : other;
    const { total } = await totalOf('/_/pages');
    const page = await createBuilders(writer).aPage();
    const read = async (): Promise<unknown> => (await totalOf('/_/pages')).total;
    // PostgreSQL notifies the others after the commit.
    if (name === 'another process') await expect.poll(read).toBe(Number(total) + 1);
    else expect(await read()).toBe(Number(total) + 1);
    expect((await writer.delete(page['@id'], ADMIN)).status).toBe(204);
    if (name === 'another process') await expect.poll(read).toBe(total);
    else expect(await read()).toBe(total);
  });

  test('changes at the time at which time alone affects it', async () => {
    const path = '/component/articles';
    const total = Number((await totalOf(path, 'user')).total);
    const publishedAt = new Date(clock.now().getTime() + 60_000).toISOString();
    await app.create(path, { headline: 'Soon', body: 'b', publishedAt });
    expect((await totalOf(path, 'user')).total).toBe(total);
    expect(await totalOf(path, 'user')).toEqual({ total, isCounted: !REMEMBERS });
    clock.forward(61_000);
    expect((await totalOf(path, 'user')).total).toBe(total + 1);
  });
});
