import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBuilders } from '../../support/builders.js';
import type { TestApp } from '../../support/test-app.js';
import { isNotified, type PurgedCache, startPurgedCache, tagsIn } from '../http-cache/purged-cache.js';
import { createTestClock, inMinutes } from '../publishing/support.js';
import { arePublished, type RecordingHub, startWithHub } from './support.js';

const ADMIN = { as: 'admin' } as const;
const clock = createTestClock();
let app: TestApp;
let hub: RecordingHub;
let cache: PurgedCache;
beforeAll(async () => {
  cache = await startPurgedCache();
  ({ app, hub } = await startWithHub({
    clock,
    config: {
      http_cache: { purger: 'souin', urls: [cache.url] },
      schedule: { scan_orphaned: false, publications: true },
    },
  }));
  await app.token('admin');
});
afterAll(async () => {
  await app.close();
  await hub.close();
  await cache.close();
});

/** Creates a component that visitors do not see, in two positions. */
async function hiddenInTwoPlaces(): Promise<{
  readonly title: string;
  readonly positions: readonly string[];
}> {
  const { aGroup } = createBuilders(app);
  const title = (await app.create('/component/titles', { title: 'new' }))['@id'];
  const positions: string[] = [];
  for (let place = 0; place < 2; place += 1) {
    const componentGroup = (await aGroup())['@id'];
    positions.push((await app.create('/_/component_positions', { componentGroup, component: title }))['@id']);
  }
  return { title, positions };
}

async function forgetTold(): Promise<void> {
  await arePublished(app);
  await isNotified(app);
  hub.updates.length = 0;
  cache.requests.length = 0;
}
beforeEach(forgetTold);

/** Expects open pages and shared caches to receive the positions as visitors GET them. */
async function arePushed(title: string, positions: readonly string[]): Promise<void> {
  await arePublished(app);
  await isNotified(app);
  const open = hub.updates.filter(({ isPrivate }) => !isPrivate).map(({ data }) => data);
  expect(open.map((data) => data['@id'])).toContain(title);
  for (const position of positions) {
    const { body } = await app.get(position);
    expect(body.component).toBe(title);
    expect(open.filter((data) => data['@id'] === position)).toEqual([body]);
    expect(tagsIn(cache.requests)).toContain(position);
  }
}

describe('a component that becomes visible to visitors', () => {
  test('is sent with its positions when it is first published', async () => {
    const { title, positions } = await hiddenInTwoPlaces();
    for (const position of positions) expect((await app.get(position)).body.component).toBeUndefined();
    await forgetTold();
    expect((await app.patch(title, { publishedAt: 'now' }, ADMIN)).status).toBe(200);
    await arePushed(title, positions);
  });

  test('is sent with its positions when it is published again', async () => {
    const { title, positions } = await hiddenInTwoPlaces();
    await app.patch(title, { publishedAt: 'now' }, ADMIN);
    expect((await app.patch(`${title}?published=true`, { publishedAt: null }, ADMIN)).status).toBe(200);
    await forgetTold();
    await app.patch(title, { publishedAt: 'now' }, ADMIN);
    await arePushed(title, positions);
  });
});

describe('a component that becomes due without a write', () => {
  test('is sent once with its positions, by a serving process', async () => {
    const { title, positions } = await hiddenInTwoPlaces();
    await app.patch(title, { publishedAt: inMinutes(10, clock) }, ADMIN);
    await forgetTold();
    clock.forward(11 * 60_000);
    await expect.poll(() => hub.updates.map(({ data }) => data['@id'])).toContain(title);
    await arePushed(title, positions);
    await forgetTold();
    // An update of another component would arrive after it.
    const other = await hiddenInTwoPlaces();
    await app.patch(other.title, { publishedAt: inMinutes(10, clock) }, ADMIN);
    await forgetTold();
    clock.forward(11 * 60_000);
    await expect.poll(() => hub.updates.map(({ data }) => data['@id'])).toContain(other.title);
    await arePushed(other.title, other.positions);
    expect(hub.updates.map(({ data }) => data['@id'])).not.toContain(title);
  });

  test('is sent when it is merged into the published version, even without requests', async () => {
    const { title } = await hiddenInTwoPlaces();
    await app.patch(title, { publishedAt: 'now' }, ADMIN);
    await app.patch(title, { title: 'later', publishedAt: inMinutes(10, clock) }, ADMIN);
    await forgetTold();
    clock.forward(11 * 60_000);
    await expect.poll(() => hub.updates.map(({ data }) => data.title)).toContain('later');
  });
});

describe('a component whose visibility for visitors does not change', () => {
  test('is sent without its positions', async () => {
    const { title, positions } = await hiddenInTwoPlaces();
    await forgetTold();
    await app.patch(title, { title: 'still hidden', publishedAt: inMinutes(10, clock) }, ADMIN);
    await app.patch(title, { publishedAt: 'now' }, ADMIN);
    await forgetTold();
    await app.patch(`${title}?published=true`, { title: 'in place' }, ADMIN);
    await app.patch(title, { title: 'a draft' }, ADMIN);
    await arePublished(app);
    expect(hub.updates.map(({ data }) => data['@id'])).toContain(title);
    for (const position of positions)
      expect(hub.updates.map(({ data }) => data['@id'])).not.toContain(position);
  });
});
