import { afterEach, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { startPurgedCache, tagsIn } from '../http-cache/purged-cache.js';
import { arePublished, startWithHub } from '../realtime/support.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Creates a published component with a draft, in a position of a group without an owner. */
async function orphansOf(
  app: TestApp,
): Promise<{ readonly notified: readonly string[]; readonly draft: string }> {
  const group = (await createBuilders(app).aGroup())['@id'];
  const body = { title: 'lost', publishedAt: '2020-01-01T00:00:00Z' };
  const title = (await app.create('/component/titles', body))['@id'];
  const draft = (await app.patch(title, { title: 'a draft' }, ADMIN)).body['@id'] as string;
  const place = { componentGroup: group, component: title };
  const position = (await app.create('/_/component_positions', place))['@id'];
  return { notified: [group, title, position], draft };
}

test('a deletion of orphans is published and purged like any write, and a scan is not', async () => {
  const cache = await startPurgedCache();
  opened.push(cache);
  const { app, hub } = await startWithHub({
    config: {
      mercure: { jwt: { iss: 'http://localhost:8000', sub: 'cms', client_id: 'cms' } },
      http_cache: { purger: 'souin', urls: [cache.url] },
    },
  });
  opened.push(hub, app);
  const { notified, draft } = await orphansOf(app);
  await arePublished(app);
  await expect.poll(() => tagsIn(cache.requests)).toContain(notified[2]);
  cache.requests.length = 0;
  hub.updates.length = 0;
  expect((await app.post('/_/orphaned_resources/scan', undefined, ADMIN)).status).toBe(202);
  await arePublished(app);
  expect([hub.updates, cache.requests]).toEqual([[], []]);
  expect((await app.post('/_/orphaned_resources/delete', { all: true }, ADMIN)).status).toBe(200);
  await arePublished(app);
  const gone = hub.updates.filter(({ data }) => Object.keys(data).length === 1);
  const ofAll = gone.filter(({ isPrivate }) => !isPrivate).map(({ data }) => data['@id']);
  expect(ofAll.sort()).toEqual([...notified].sort());
  expect(gone.find(({ data }) => data['@id'] === draft)?.isPrivate).toBe(true);
  for (const iri of notified) await expect.poll(() => tagsIn(cache.requests)).toContain(iri);
});
