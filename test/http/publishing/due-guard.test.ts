import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parsedBody } from '../../../runtime/kernel/writes/body-result.js';
import { createState } from '../../../runtime/kernel/util/async/state.js';
import { NOTHING_REQUESTED } from '../../../runtime/kernel/contract/http/requested.js';
import { SCAFFOLD_ACTOR as actor } from '../../../runtime/scaffold/scaffold-actor.js';
import { SILENT_LOGGER as log } from '../../../runtime/kernel/ports/logger.js';
import { isDueLookUp, startTestApp } from '../../support/test-app.js';
import type { TestApp } from '../../support/test-app.js';
import type { ContentBuilder } from './content.js';
import { createContent } from './content.js';
import type { PublishingApp } from './support.js';
import { inMinutes, MINUTE, startPublishingApp } from './support.js';
import { publishingManifest } from './types.js';

const SECOND = 1_000;
const admin = { as: 'admin' } as const;
const LIST = '/component/articles?perPage=100';

let app: PublishingApp;
let content: ContentBuilder;
/** Another process on the same database. */
let other: TestApp;
beforeAll(async () => {
  app = await startPublishingApp();
  content = createContent(app);
  other = await startTestApp({
    manifest: publishingManifest,
    clock: app.testClock,
    databaseUrl: app.config.database.url,
    config: { routable_security: null, route_security: [] },
  });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const idOf = (iri: string): string => iri.slice(iri.lastIndexOf('/') + 1);
const inSeconds = (seconds: number): string => inMinutes(seconds / 60, app.testClock);
const lookUps = (of: TestApp): number => of.takeStatements('and look-ups').filter(isDueLookUp).length;

async function scheduled(seconds: number): Promise<{ readonly live: string; readonly draft: string }> {
  app.testClock.toHalfSecond();
  const live = await content.article();
  return { live, draft: await content.draft(live, { headline: 'Second', publishedAt: inSeconds(seconds) }) };
}

/** Makes the process check for due drafts. */
async function letLook(of: TestApp): Promise<void> {
  app.testClock.forward(2 * SECOND);
  app.testClock.toHalfSecond();
  await of.get(LIST);
  lookUps(of);
}

describe('a site without due drafts', () => {
  test('runs no statement for drafts, whatever the request', async () => {
    const { live } = await scheduled(600);
    const position = await content.position({ component: live });
    const page = await content.page({ isTemplate: false });
    const path = await content.route({ page });
    await letLook(app);
    for (const as of [{}, admin]) {
      for (const requested of [live, LIST, position, `/_/resource_manifest/${path}`, `/_/routes/${path}`])
        expect([requested, (await app.get(requested, as)).status]).toEqual([requested, 200]);
    }
    expect((await app.patch(live, { body: 'edited' }, admin)).status).toBe(200);
    expect((await app.delete(position, admin)).status).toBe(204);
    expect(lookUps(app)).toBe(0);
  });

  test('checks once a second, in one of the requests of that second', async () => {
    await letLook(app);
    for (let second = 0; second < 3; second += 1) {
      app.testClock.forward(SECOND);
      await Promise.all(Array.from({ length: 6 }, () => app.get(LIST)));
      expect(lookUps(app)).toBe(1);
    }
  });

  test('checks again after the clock has jumped', async () => {
    await letLook(app);
    for (const jump of [60 * MINUTE, -90 * MINUTE, 30 * MINUTE]) {
      app.testClock.forward(jump);
      await app.get(LIST);
      await app.get(LIST);
      expect(lookUps(app)).toBe(1);
    }
  });
});

describe('the publication date of a draft', () => {
  test('makes one request check, and all others wait for its merge', async () => {
    await letLook(app);
    const pairs = [await scheduled(0.5), await scheduled(0.5)];
    await letLook(app);
    for (const { live } of pairs) expect((await app.get(live)).body.headline).toBe('Second');
    const later = await scheduled(0.5);
    lookUps(app);
    app.testClock.forward(0.7 * SECOND);
    const answers = await Promise.all(
      [later.live, later.live, later.live, LIST].map((requested) => app.get(requested)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    for (const { text } of answers) expect(text).not.toContain(later.draft);
    for (const { body } of answers.slice(0, 3))
      expect(body).toMatchObject({ '@id': later.live, headline: 'Second' });
    expect(lookUps(app)).toBe(1);
  });

  test('is noticed by any request, so that merging reveals nothing hidden', async () => {
    const { live, draft } = await scheduled(0.5);
    app.testClock.forward(SECOND);
    expect((await app.get('/_/layouts/00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect(await content.isStored(draft)).toBe(false);
    expect((await app.get(live)).body.headline).toBe('Second');
  });

  test('is noticed by a deletion, which deletes the merged row by either address', async () => {
    for (const addressed of ['live', 'draft'] as const) {
      const pair = await scheduled(0.5);
      app.testClock.forward(SECOND);
      expect((await app.delete(pair[addressed], admin)).status).toBe(204);
      expect(await content.isStored(pair.draft)).toBe(false);
      expect(await content.isStored(pair.live)).toBe(false);
    }
  });

  test('is that of the last write', async () => {
    const { live, draft } = await scheduled(1.5);
    expect((await app.patch(draft, { publishedAt: inSeconds(30.5) }, admin)).status).toBe(200);
    app.testClock.forward(SECOND);
    expect((await app.get(live)).body.headline).not.toBe('Second');
    expect((await app.patch(draft, { publishedAt: inSeconds(0.5) }, admin)).status).toBe(200);
    app.testClock.forward(0.7 * SECOND);
    expect((await app.get(live)).body.headline).toBe('Second');
  });

  test('is remembered when a transaction commits, and not when it is rolled back', async () => {
    const live = await content.article();
    const schedule = async (isKept: boolean): Promise<void> => {
      const publishedAt = inSeconds(0.5);
      await app.app.inTransaction(async ({ operations, registry }) => {
        const article = registry.require('Article');
        const body = parsedBody({ headline: 'Second', publishedAt });
        const now = app.testClock.now();
        const update = { kind: 'update', resource: article, key: idOf(live), body } as const;
        await operations.update(update, {
          actor,
          now,
          requested: NOTHING_REQUESTED,
          log,
          state: createState(),
        });
        if (!isKept) throw new Error('undone');
      });
    };
    await letLook(app);
    await expect(schedule(false)).rejects.toThrow('undone');
    app.testClock.forward(0.7 * SECOND);
    expect((await app.get(live)).body.headline).not.toBe('Second');
    await schedule(true);
    app.testClock.forward(0.7 * SECOND);
    expect((await app.get(LIST)).text).toContain('Second');
    expect((await app.get(live)).body.headline).toBe('Second');
  });
});

describe('a draft that another process has scheduled since the last check', () => {
  test('is merged by a request for either of its rows', async () => {
    for (const requested of ['live', 'draft'] as const) {
      await letLook(other);
      const pair = await scheduled(0.5);
      app.testClock.forward(0.6 * SECOND);
      expect((await other.get(pair[requested])).body).toMatchObject({ '@id': pair.live, headline: 'Second' });
      expect(lookUps(other)).toBe(0);
      expect(await content.isStored(pair.draft)).toBe(false);
    }
  });

  test('is merged before a write, which creates a new draft', async () => {
    await letLook(other);
    const { live, draft } = await scheduled(0.5);
    app.testClock.forward(0.6 * SECOND);
    const { body } = await other.patch(draft, { body: 'next' }, admin);
    expect(body).toMatchObject({ headline: 'Second', body: 'next', publishedResource: live });
    expect(body['@id']).not.toBe(draft);
    expect((await other.get(live)).body).toMatchObject({ headline: 'Second', body: 'b' });
  });

  test('is listed by its published row for less than another second', async () => {
    await letLook(other);
    const { live, draft } = await scheduled(0.5);
    app.testClock.forward(0.6 * SECOND);
    for (const as of [{}, admin]) {
      const members: readonly { '@id': string; headline: string }[] = (await other.get(LIST, as)).body.member;
      expect(members.find((member) => member['@id'] === draft)).toBeUndefined();
      expect(members.find((member) => member['@id'] === live)?.headline).toBe('A');
    }
    app.testClock.forward(0.5 * SECOND);
    expect((await other.get(LIST)).text).toContain('Second');
    expect(await content.isStored(draft)).toBe(false);
  });

  test('is merged by a list at its publication date if that process has checked since', async () => {
    const { live, draft } = await scheduled(2.5);
    await letLook(other);
    expect((await other.get(live)).body.headline).toBe('A');
    app.testClock.forward(0.7 * SECOND);
    expect((await other.get(LIST)).text).not.toContain(draft);
    expect(await content.isStored(draft)).toBe(false);
    expect((await app.get(live)).body.headline).toBe('Second');
  });
});

describe('requests in progress when a draft is merged', () => {
  const contextAt = (now: Date, version: 'published' | 'newest' | undefined) => ({
    ...{ actor, now, log, state: createState() },
    requested: version === undefined ? NOTHING_REQUESTED : { ...NOTHING_REQUESTED, version },
  });

  test.each([
    ['before its publication date', 0],
    ['at its publication date', 1],
  ])('that began %s find the merged row by its address', async (_name, seconds) => {
    await letLook(app);
    const { live, draft } = await scheduled(0.5);
    const article = app.app.registry.require('Article');
    app.testClock.forward(seconds * SECOND);
    const began = app.testClock.now();
    app.testClock.forward(SECOND);
    expect((await app.get(LIST)).status).toBe(200);
    expect(await content.isStored(draft)).toBe(false);
    for (const addressed of [draft, live])
      for (const version of [undefined, 'newest', 'published'] as const) {
        const read = app.app.operations.readItem(article, idOf(addressed), contextAt(began, version));
        expect((await read).record.id).toBe(idOf(live));
      }
    expect((await app.delete(draft, admin)).status).toBe(404);
    app.testClock.forward(2 * SECOND);
    expect((await app.get(draft, admin)).status).toBe(404);
  });

  test('all get a response, whatever the caller and the method', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { live, draft } = await scheduled(0.5);
      app.testClock.forward(SECOND);
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => [
          app.get(draft),
          app.get(draft, admin),
          app.get(`${draft}?published=true`, admin),
        ]).flat(),
      );
      expect(answers.map(({ status, body }) => [status, body['@id']])).toEqual(
        answers.map(() => [200, live]),
      );
      app.testClock.forward(2 * SECOND);
      expect((await app.get(draft)).status).toBe(404);
    }
  });
});
