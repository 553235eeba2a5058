import { afterEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp, TestAppOptions } from '../../support/test-app.js';
import { createTestClock, inMinutes } from '../publishing/support.js';
import { arePublished, ORIGIN, type RecordingHub, type ReceivedUpdate, startWithHub } from './support.js';

const ADMIN = { as: 'admin' } as const;
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function start(options: TestAppOptions = {}): Promise<{ app: TestApp; hub: RecordingHub }> {
  const started = await startWithHub(options);
  opened.push(started.hub, started.app);
  return started;
}

/** Returns the updates since the last call. */
async function taken(app: TestApp, hub: RecordingHub): Promise<readonly ReceivedUpdate[]> {
  await arePublished(app);
  return hub.updates.splice(0);
}

const topicsOf = (updates: readonly ReceivedUpdate[]): readonly string[] =>
  updates.map(({ topics, isPrivate }) => `${isPrivate ? 'private ' : ''}${topics.join(' ')}`).sort();
const plain = (iri: string): string => ORIGIN + iri;
const draft = (iri: string): string => `private ${ORIGIN}${iri}?draft=1`;
const NOW = new Date().toISOString();

/** Creates a published title. */
const aTitle = (app: TestApp, title = 'first') =>
  app.create('/component/titles', { title, publishedAt: '2020-01-01T00:00:00Z' });

describe('a change of a type with x-mercure', () => {
  test('is published as visitors would GET it, with its IRI as topic', async () => {
    const { app, hub } = await start();
    const title = await aTitle(app);
    const [created] = await taken(app, hub);
    expect(created?.topics).toEqual([plain(title['@id'])]);
    expect(created?.isPrivate).toBe(false);
    expect(created?.id).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(created?.data).toEqual((await app.get(title['@id'])).body);
    const group = await createBuilders(app).aGroup({ location: 'top' });
    await taken(app, hub);
    await app.patch(group['@id'], { location: 'left' }, ADMIN);
    const [changed] = await taken(app, hub);
    expect(changed?.data).toEqual((await app.get(group['@id'])).body);
    expect(changed?.data.location).toBe('left');
  });

  test('reports a deletion with the IRI only, by the previous state', async () => {
    const { app, hub } = await start();
    const title = await aTitle(app);
    const other = await app.create('/component/titles', { title: 'a draft' });
    await taken(app, hub);
    await app.delete(title['@id'], ADMIN);
    await app.delete(other['@id'], ADMIN);
    const updates = await taken(app, hub);
    expect(topicsOf(updates)).toEqual([plain(title['@id']), draft(other['@id'])].sort());
    expect(updates.map(({ data }) => Object.keys(data))).toEqual([['@id'], ['@id']]);
    expect(updates.map(({ data }) => data['@id'])).toContain(other['@id']);
  });

  test('publishes nothing for unchanged content, rejected writes, and types without x-mercure', async () => {
    const { app, hub } = await start();
    const group = await createBuilders(app).aGroup({ location: 'top' });
    await taken(app, hub);
    await app.patch(group['@id'], { location: 'top' }, ADMIN);
    expect((await app.post('/component/titles', { title: 1 }, ADMIN)).status).toBe(422);
    await app.create('/component/collections', { resourceIri: '/_api/component/titles' });
    expect(await taken(app, hub)).toEqual([]);
  });

  test('includes related resources: a new position its group, which already lists it', async () => {
    const { app, hub } = await start();
    const { aGroup } = createBuilders(app);
    const group = await aGroup();
    const title = await aTitle(app);
    await taken(app, hub);
    const position = await app.create('/_/component_positions', {
      componentGroup: group['@id'],
      component: title['@id'],
    });
    const updates = await taken(app, hub);
    expect(topicsOf(updates)).toEqual([group['@id'], position['@id'], title['@id']].map(plain).sort());
    const ofGroup = updates.find(({ data }) => data['@id'] === group['@id']);
    expect(ofGroup?.data.componentPositions).toEqual([position['@id']]);
  });
});

describe('a draft', () => {
  test('is private, on the topic of drafts, with the content that its readers would GET', async () => {
    const { app, hub } = await start();
    const title = await aTitle(app);
    await taken(app, hub);
    const answer = await app.patch(title['@id'], { title: 'second' }, ADMIN);
    const iri = answer.body['@id'] as string;
    const updates = await taken(app, hub);
    const [ofDraft] = updates.filter(({ isPrivate }) => isPrivate);
    expect(ofDraft?.topics).toEqual([`${plain(iri)}?draft=1`]);
    expect(ofDraft?.data).toEqual((await app.get(iri, ADMIN)).body);
    expect(ofDraft?.data.publishedResource).toBe(title['@id']);
    expect(ofDraft?.data['@id']).toBe(iri);
    // Visitors cannot detect it.
    expect(updates.filter(({ isPrivate }) => !isPrivate)).toEqual([]);
  });

  test('that is published updates the published version for everyone and ends for its readers', async () => {
    const { app, hub } = await start();
    const title = await aTitle(app);
    const { body } = await app.patch(title['@id'], { title: 'second' }, ADMIN);
    await taken(app, hub);
    await app.patch(body['@id'], { publishedAt: NOW }, ADMIN);
    const updates = await taken(app, hub);
    expect(topicsOf(updates)).toEqual([plain(title['@id']), draft(body['@id'])].sort());
    expect(updates.find(({ isPrivate }) => isPrivate)?.data).toEqual({ '@id': body['@id'] });
    expect(updates.find(({ isPrivate }) => !isPrivate)?.data).toMatchObject({ title: 'second' });
  });

  test('that becomes due is published by the next request', async () => {
    const clock = createTestClock();
    const { app, hub } = await start({ clock });
    const title = await aTitle(app);
    await app.patch(title['@id'], { title: 'later', publishedAt: inMinutes(5, clock) }, ADMIN);
    await taken(app, hub);
    clock.forward(6 * 60_000);
    expect((await app.get(title['@id'])).body.title).toBe('later');
    const updates = await taken(app, hub);
    expect(updates.find(({ isPrivate }) => !isPrivate)?.data).toMatchObject({ title: 'later' });
  });

  test('created by unpublishing a record ends for visitors and continues for readers of drafts', async () => {
    const { app, hub } = await start();
    const page = await createBuilders(app).aPage();
    const route = await app.create('/_/routes', { path: '/a', name: 'a', page: page['@id'] });
    await taken(app, hub);
    await app.patch(route['@id'], { liveAt: '2100-01-01T00:00:00Z' }, ADMIN);
    const updates = (await taken(app, hub)).filter(({ data }) => data['@id'] === route['@id']);
    expect(topicsOf(updates)).toEqual([plain(route['@id']), draft(route['@id'])].sort());
    expect(updates.find(({ isPrivate }) => !isPrivate)?.data).toEqual({ '@id': route['@id'] });
    expect(updates.find(({ isPrivate }) => isPrivate)?.data).toMatchObject({ path: '/a' });
  });
});

describe('content that visitors cannot read', () => {
  test('is sent to readers of drafts only, including its deletion and previous addresses', async () => {
    const { app, hub } = await start();
    const page = await createBuilders(app).aPage();
    const hidden = { liveAt: '2100-01-01T00:00:00Z' };
    const route = await app.create('/_/routes', { path: '/secret', name: 's', page: page['@id'], ...hidden });
    await app.patch(route['@id'], { path: '/secret-too' }, ADMIN);
    const first = await taken(app, hub);
    expect(first.some(({ topics }) => topics[0]?.includes('secret'))).toBe(true);
    await app.delete('/_api/_/routes//secret-too', ADMIN);
    const all = [...first, ...(await taken(app, hub))];
    const seenByAll = all.filter(({ isPrivate }) => !isPrivate);
    expect(JSON.stringify(seenByAll)).not.toContain('secret');
    expect(all.filter(({ isPrivate }) => isPrivate).map(({ data }) => data)).toContainEqual({
      '@id': '/_api/_/routes//secret-too',
    });
  });

  test('includes components that are only on pages behind a path rule, edited and deleted', async () => {
    const { app, hub } = await start({
      config: { route_security: [{ route: '/members*', security: "is_granted('ROLE_USER')" }] },
    });
    const { aPage, aGroup } = createBuilders(app);
    const page = await aPage();
    await app.create('/_/routes', {
      ...{ path: '/members', name: 'm', page: page['@id'], liveAt: '2020-01-01T00:00:00Z' },
    });
    const title = await aTitle(app, 'for members');
    const group = await aGroup({ pages: [page['@id']] });
    await app.create('/_/component_positions', { componentGroup: group['@id'], component: title['@id'] });
    expect((await app.get(title['@id'])).status).toBe(401);
    await taken(app, hub);
    await app.patch(title['@id'], { title: 'changed', publishedAt: NOW }, ADMIN);
    await app.delete(title['@id'], ADMIN);
    const updates = (await taken(app, hub)).filter(({ topics }) => topics[0]?.includes('/component/titles/'));
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.filter(({ isPrivate }) => !isPrivate)).toEqual([]);
  });

  test('is rendered for the least privileged of its readers', async () => {
    const { app, hub } = await start({ config: { publishable: { permission: "is_granted('ROLE_USER')" } } });
    const title = await aTitle(app);
    await taken(app, hub);
    const { body } = await app.patch(title['@id'], { title: 'second' }, ADMIN);
    const [update] = (await taken(app, hub)).filter(({ isPrivate }) => isPrivate);
    expect(update?.data).toEqual((await app.get(body['@id'], { as: 'user' })).body);
  });

  test('contains only what all readers can read if none is the least privileged', async () => {
    const permission = "is_granted('ROLE_EDITOR') or is_granted('ROLE_ADMIN')";
    const { app, hub } = await start({ config: { publishable: { permission } } });
    const title = await aTitle(app);
    await taken(app, hub);
    const { body } = await app.patch(title['@id'], { title: 'second' }, ADMIN);
    const [update] = (await taken(app, hub)).filter(({ isPrivate }) => isPrivate);
    expect(update?.topics).toEqual([`${plain(body['@id'])}?draft=1`]);
    expect(update?.data).toMatchObject({
      '@id': body['@id'],
      title: 'second',
      publishedResource: title['@id'],
    });
  });
});
